// A checkpoint with every field set, and its text, for the tests of the kafka room.
#pragma once

#include <string_view>

#include <walrelay/base/checkpoint.hpp>

namespace walrelay::kafka {

inline checkpoint sample_checkpoint() {
  checkpoint made;
  made.state = checkpoint_state::streaming;
  made.position = lsn{0x16'B374'D848};
  made.last_transaction =
      transaction_mark{lsn{97'500'059'712}, xid{4'294'967'295},
                       wall_time{std::chrono::microseconds{1'700'000'000'123'456}}};
  made.partial = partial_mark{xid{801}, lsn{97'500'060'000}, 1'500'000, lsn{97'500'059'900},
                              18'446'744'073'709'551'614U};
  made.adopted = lsn{97'400'000'000};
  made.system_identifier = 18'446'744'073'709'551'615U;
  made.timeline = timeline_id{3};
  made.database = "shop";
  made.database_oid = oid{16'384};
  made.slot = "walrelay_shop";
  made.plugin = "pgoutput";
  made.publication = "walrelay_shop";
  made.publication_oid = oid{16'500};
  made.publication_fingerprint = "9f86d081";
  made.kafka_cluster_id = "MkU3OEVBNTcwNTJENDM2Qg";
  made.transactional_id = "walrelay.shop";
  made.daemon_version = "0.1.0";
  made.instance_id = "c0ffee";
  made.number = checkpoint_number{42};
  return made;
}

inline constexpr std::string_view sample_text =
    R"({"version":1,"state":"streaming","lsn":97500059720,"lsn_commit":97500059712,)"
    R"("txId":4294967295,"ts_usec":1700000000123456,)"
    R"("partial_txId":801,"partial_commit_lsn":97500060000,)"
    R"("partial_changes":1500000,"partial_lsn":97500059900,)"
    R"("partial_digest":"18446744073709551614","adopted_lsn":97400000000,)"
    R"("system_identifier":"18446744073709551615","timeline":3,)"
    R"("database":"shop","database_oid":16384,"slot":"walrelay_shop","plugin":"pgoutput",)"
    R"("publication":"walrelay_shop","publication_oid":16500,"publication_fingerprint":"9f86d081",)"
    R"("kafka_cluster_id":"MkU3OEVBNTcwNTJENDM2Qg","transactional_id":"walrelay.shop",)"
    R"("daemon_version":"0.1.0","instance_id":"c0ffee","number":42})";

}  // namespace walrelay::kafka
