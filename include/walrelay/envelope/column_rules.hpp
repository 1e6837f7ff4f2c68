// column_rules: what the connector's options say about single columns beyond their type: cut,
// masked or hashed values, another key.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/result.hpp>

namespace walrelay::envelope {

/// Regular expressions (change::name_patterns) by option; columns match `schema.table.column`,
/// types `schema.table.type`.
struct column_rule_lists {
  struct length {  // column.truncate.to.N.chars, column.mask.with.N.chars
    std::size_t chars;
    std::vector<std::string> columns;
  };
  struct hash {  // column.mask.hash.ALGORITHM.with.salt.SALT, column.mask.hash.v2.…
    enum class input { java_serialized, plain };
    std::string algorithm;
    std::string salt;
    input of = input::java_serialized;
    std::vector<std::string> columns;
  };
  struct key {  // message.key.columns: TABLE:column,column;…
    std::string table;
    std::vector<std::string> columns;
  };
  std::vector<length> truncations{};
  std::vector<length> masks{};
  std::vector<hash> hashes{};
  std::vector<key> keys{};
  std::vector<std::string> source_type_columns{};  // column.propagate.source.type
  std::vector<std::string> source_type_types{};    // datatype.propagate.source.type
};

/// What happens to a column's text.
struct treatment {
  enum class kind : unsigned char { truncate, mask, hash };
  kind what = kind::mask;
  std::size_t chars = 0;
  column_rule_lists::hash how{};  // hash
  std::string option;             // for messages
};

/// Immutable; cheap to copy; may be used from several threads.
class column_rules {
 public:
  column_rules();
  /// Refuses (configuration) an expression that RE2 cannot compile and a hash algorithm that is not
  /// known, naming the option.
  [[nodiscard]] static result<column_rules> compile(const column_rule_lists& lists);

  /// Null where no rule speaks of the column; the first that does wins.
  [[nodiscard]] const treatment* treatment_of(std::string_view schema, std::string_view table,
                                              std::string_view column) const;
  /// Whether the schema tells the column's type in PostgreSQL; `type` is the type's own name. Of a
  /// column that is treated it does not, as Debezium has it.
  [[nodiscard]] bool tells_source_type(std::string_view schema, std::string_view table,
                                       std::string_view column, std::string_view type) const;
  /// The columns of message.key.columns, in its order; empty where none is said.
  [[nodiscard]] std::vector<std::string> key_of(std::string_view schema,
                                                std::string_view table) const;

 private:
  struct compiled;
  std::shared_ptr<const compiled> rules_;
};

}  // namespace walrelay::envelope
