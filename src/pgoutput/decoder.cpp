#include <walrelay/pgoutput/decoder.hpp>

#include <fmt/format.h>

#include "pgoutput/relation_message.hpp"
#include "pgoutput/row_message.hpp"

namespace walrelay::pgoutput {

namespace {

begin read_begin(field_reader& fields) {
  begin decoded;
  decoded.final_lsn = fields.position();
  decoded.commit_time = fields.time();
  decoded.id = fields.transaction_id();
  return decoded;
}

commit read_commit(field_reader& fields) {
  commit decoded;
  static_cast<void>(fields.flags(0));
  decoded.commit_lsn = fields.position();
  decoded.end_lsn = fields.position();
  decoded.commit_time = fields.time();
  return decoded;
}

origin read_origin(field_reader& fields) {
  origin decoded;
  decoded.commit_lsn = fields.position();
  decoded.name = fields.name();
  return decoded;
}

type read_type(field_reader& fields) {
  type decoded;
  decoded.id = fields.object_id();
  decoded.schema = fields.name();
  decoded.name = fields.name();
  return decoded;
}

logical_message read_logical_message(field_reader& fields) {
  logical_message decoded;
  decoded.transactional = fields.flags(1) != 0;
  decoded.position = fields.position();
  decoded.prefix = fields.name();
  // The content is bytes by contract: pg_logical_emit_message() takes bytea as well as text.
  decoded.content = std::as_bytes(std::span(fields.counted()));
  return decoded;
}

truncate read_truncate(field_reader& fields, std::vector<oid>& relations) {
  truncate decoded;
  const std::int32_t count = fields.i32();
  const std::uint8_t options = fields.flags(3);
  decoded.cascade = (options & 1) != 0;
  decoded.restart_identity = (options & 2) != 0;
  if (count < 0) {
    fields.refuse("a negative number of tables");
  } else if (fields.remaining() != static_cast<std::size_t>(count) * sizeof(oid::rep)) {
    // Asked before memory is taken for a count that somebody else chose.
    fields.refuse("a number of tables that its bytes do not bear out");
  }
  relations.clear();
  for (std::int32_t i = 0; i < count && fields.good(); ++i) relations.push_back(fields.object_id());
  decoded.relations = relations;
  return decoded;
}

template <class Message>
result<message> finished(field_reader& fields, Message&& decoded) {
  if (auto problem = fields.finish()) return *std::move(problem);
  return message(std::forward<Message>(decoded));
}

}  // namespace

result<message> decoder::decode(byte_view payload) {
  if (payload.empty()) return malformed("pgoutput message", "no bytes", 0, 0);
  const auto tag = std::to_integer<char>(payload.front());
  const auto read = [&](std::string_view what, auto reader, auto&... scratch) -> result<message> {
    field_reader fields(what, payload);
    return finished(fields, reader(fields, scratch...));
  };
  switch (tag) {
    case 'B':
      return read("pgoutput Begin message", read_begin);
    case 'C':
      return read("pgoutput Commit message", read_commit);
    case 'O':
      return read("pgoutput Origin message", read_origin);
    case 'R':
      return read("pgoutput Relation message", read_relation);
    case 'Y':
      return read("pgoutput Type message", read_type);
    case 'I':
      return read("pgoutput Insert message", read_insert, new_values_);
    case 'U':
      return read("pgoutput Update message", read_update, old_values_, new_values_);
    case 'D':
      return read("pgoutput Delete message", read_delete, old_values_);
    case 'T':
      return read("pgoutput Truncate message", read_truncate, truncated_);
    case 'M':
      return read("pgoutput logical decoding message", read_logical_message);
  }
  return malformed(
      fmt::format("pgoutput message of type 0x{:02X}", static_cast<unsigned char>(tag)),
      "no known meaning in protocol version 1", 0, payload.size());
}

}  // namespace walrelay::pgoutput
