import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/** Looks at topics and changes them. */
final class Topics {
    private Topics() {}

    static int run(List<String> words) throws Exception {
        if (words.isEmpty()) {
            throw new Arguments.Usage("Topics what?");
        }
        Arguments arguments =
                new Arguments(
                        words.subList(1, words.size()),
                        Set.of("--bootstrap", "--partitions", "--config", "--isolation"),
                        Set.of());
        Properties settings = new Properties();
        settings.put("bootstrap.servers", arguments.require("--bootstrap"));
        try (Admin admin = Admin.create(settings)) {
            switch (words.get(0)) {
                case "list" -> list(admin);
                case "describe" -> describe(admin, arguments.rest());
                case "create" -> create(admin, arguments);
                case "alter" -> alter(admin, arguments);
                case "delete" -> admin.deleteTopics(arguments.rest()).all().get();
                case "end-offsets" -> endOffsets(admin, arguments);
                case "cluster" ->
                        JsonLine.print(Map.of("id", admin.describeCluster().clusterId().get()));
                default -> throw new Arguments.Usage("Topics " + words.get(0) + "?");
            }
        }
        return 0;
    }

    private static void list(Admin admin) throws Exception {
        for (String topic : new TreeSet<>(admin.listTopics().names().get())) {
            JsonLine.print(topic);
        }
    }

    private static void describe(Admin admin, Collection<String> topics) throws Exception {
        Map<String, TopicDescription> found = admin.describeTopics(topics).allTopicNames().get();
        for (String topic : topics) {
            List<TopicPartitionInfo> partitions = found.get(topic).partitions();
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("topic", topic);
            line.put("partitions", partitions.size());
            line.put("replication_factor", partitions.get(0).replicas().size());
            line.put(
                    "in_sync_min",
                    partitions.stream().mapToInt(each -> each.isr().size()).min().orElse(0));
            line.put("configs", configs(admin, topic));
            JsonLine.print(line);
        }
    }

    private static Map<String, String> configs(Admin admin, String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
        Map<String, String> configs = new TreeMap<>();
        for (ConfigEntry entry : config.entries()) {
            configs.put(entry.name(), entry.value());
        }
        return configs;
    }

    private static void create(Admin admin, Arguments arguments) throws Exception {
        NewTopic topic =
                new NewTopic(
                        arguments.onlyRest("topic"),
                        arguments.number("--partitions", 1),
                        (short) 1);
        topic.configs(arguments.pairs("--config"));
        admin.createTopics(List.of(topic)).all().get();
    }

    private static void alter(Admin admin, Arguments arguments) throws Exception {
        List<AlterConfigOp> changes =
                arguments.pairs("--config").entrySet().stream()
                        .map(pair -> new ConfigEntry(pair.getKey(), pair.getValue()))
                        .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
                        .toList();
        ConfigResource resource =
                new ConfigResource(ConfigResource.Type.TOPIC, arguments.onlyRest("topic"));
        admin.incrementalAlterConfigs(Map.of(resource, changes)).all().get();
    }

    /** read_uncommitted: the high watermark. read_committed: the last stable offset. */
    private static void endOffsets(Admin admin, Arguments arguments) throws Exception {
        Map<TopicPartition, OffsetSpec> asked = new LinkedHashMap<>();
        Map<String, TopicDescription> topics =
                admin.describeTopics(new HashSet<>(arguments.rest())).allTopicNames().get();
        for (String topic : arguments.rest()) {
            for (TopicPartitionInfo partition : topics.get(topic).partitions()) {
                asked.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest());
            }
        }
        boolean committed =
                arguments.get("--isolation", "read_uncommitted").equals("read_committed");
        IsolationLevel level =
                committed ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED;
        var found = admin.listOffsets(asked, new ListOffsetsOptions(level)).all().get();
        for (TopicPartition partition : asked.keySet()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("topic", partition.topic());
            line.put("partition", partition.partition());
            line.put("offset", found.get(partition).offset());
            JsonLine.print(line);
        }
    }
}
