import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Prints the records of topics from their beginning.
 *
 * <p>--until-end reads up to the high watermark that it finds at its start; a read_committed reader
 * that an open transaction holds back waits for it, at most --timeout-ms. --follow goes on, with
 * topics that appear later, until standard input is closed. --on-demand answers each line of
 * standard input with the new records up to the end that this isolation level shows at that moment,
 * then one line {"caught_up":true}, or false when the broker did not answer. --keys prints the keys
 * alone, for topics of millions of records. --connect prints what Kafka Connect makes of keys and
 * values (see ConnectView).
 */
final class ReadTopics {
    private static final Set<String> OPTIONS =
            Set.of("--bootstrap", "--topics", "--prefix", "--isolation", "--timeout-ms");
    private static final Set<String> FLAGS =
            Set.of("--until-end", "--follow", "--on-demand", "--keys", "--connect");
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration DISCOVERY = Duration.ofMillis(300);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String bootstrap;
    private final Predicate<String> wanted;
    private final Function<ConsumerRecord<byte[], byte[]>, Object> shown;
    private final Set<TopicPartition> assigned = new HashSet<>();

    private ReadTopics(
            Properties settings,
            Predicate<String> wanted,
            Function<ConsumerRecord<byte[], byte[]>, Object> shown) {
        this.consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.bootstrap = settings.getProperty("bootstrap.servers");
        this.wanted = wanted;
        this.shown = shown;
    }

    static int run(List<String> words) throws Exception {
        Arguments arguments = new Arguments(words, OPTIONS, FLAGS);
        ReadTopics reader =
                new ReadTopics(settings(arguments), wanted(arguments), shown(arguments));
        int timeoutMs = arguments.number("--timeout-ms", 60_000);
        try {
            if (arguments.has("--until-end")) {
                return reader.untilEnd(timeoutMs);
            } else if (arguments.has("--follow")) {
                return reader.follow();
            } else if (arguments.has("--on-demand")) {
                return reader.onDemand(timeoutMs);
            }
            throw new Arguments.Usage("--until-end, --follow or --on-demand is needed");
        } finally {
            reader.consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private static Properties settings(Arguments arguments) {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", arguments.require("--bootstrap"));
        settings.put("isolation.level", arguments.get("--isolation", "read_committed"));
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", "false");
        settings.put("allow.auto.create.topics", "false");
        settings.put("fetch.max.wait.ms", "50");
        settings.put("default.api.timeout.ms", "5000");
        settings.put("request.timeout.ms", "4000");
        settings.put("reconnect.backoff.max.ms", "500");
        settings.put("metadata.max.age.ms", "2000");
        return settings;
    }

    private static Predicate<String> wanted(Arguments arguments) {
        if (arguments.has("--topics")) {
            return new HashSet<>(Arrays.asList(arguments.get("--topics", "").split(",")))::contains;
        }
        String prefix = arguments.require("--prefix");
        return topic -> topic.startsWith(prefix);
    }

    private static Function<ConsumerRecord<byte[], byte[]>, Object> shown(Arguments arguments) {
        if (arguments.has("--keys")) {
            return record -> JsonLine.text(record.key());
        } else if (arguments.has("--connect")) {
            ConnectView view = new ConnectView();
            return record ->
                    line(
                            record,
                            view.key(record.topic(), record.key()),
                            view.value(record.topic(), record.value()));
        }
        return record -> line(record, JsonLine.text(record.key()), JsonLine.text(record.value()));
    }

    private int untilEnd(int timeoutMs) {
        discover();
        Map<TopicPartition, Long> ends = highWatermarks(assigned);
        if (!readUpTo(ends, timeoutMs)) {
            JsonLine.flush();
            System.err.println("an open transaction, or no leader, holds back: " + ends);
            return 3;
        }
        return 0;
    }

    /**
     * What lies behind an end is not printed: it may be a part of what becomes visible later. The
     * timeout is for a read that does not get on; one of much takes as long as it takes.
     */
    private boolean readUpTo(Map<TopicPartition, Long> ends, int timeoutMs) {
        long seen = positions(ends);
        long deadline = System.nanoTime() + timeoutMs * 1_000_000L;
        while (!reached(ends)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            print(consumer.poll(POLL), ends);
            if (positions(ends) != seen) {
                seen = positions(ends);
                deadline = System.nanoTime() + timeoutMs * 1_000_000L;
            }
        }
        return true;
    }

    private long positions(Map<TopicPartition, Long> ends) {
        return ends.keySet().stream().mapToLong(consumer::position).sum();
    }

    private int onDemand(int timeoutMs) throws Exception {
        BufferedReader requests =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (requests.readLine() != null) {
            JsonLine.print(Map.of("caught_up", catchUp(timeoutMs)));
            JsonLine.flush();
        }
        return 0;
    }

    private boolean catchUp(int timeoutMs) {
        try {
            discover();
            // Of a read_committed consumer these are the last stable offsets.
            Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
            // Records that a poll returned beyond the ends come with the next request.
            boolean done = readUpTo(ends, timeoutMs);
            ends.forEach(this::seekBackTo);
            return done;
        } catch (RetriableException error) {
            System.err.println("the broker does not answer: " + error.getMessage());
            return false;
        }
    }

    private void seekBackTo(TopicPartition partition, long end) {
        if (consumer.position(partition) > end) {
            consumer.seek(partition, end);
        }
    }

    private int follow() {
        AtomicBoolean stopped = stopWhenStdinCloses();
        long nextDiscovery = System.nanoTime();
        while (!stopped.get()) {
            if (System.nanoTime() >= nextDiscovery) {
                discoverIfPossible();
                nextDiscovery = System.nanoTime() + DISCOVERY.toNanos();
            }
            if (assigned.isEmpty()) {
                pause();
            } else {
                print(consumer.poll(POLL), Map.of());
                JsonLine.flush();
            }
        }
        return 0;
    }

    /**
     * The high watermark whatever our isolation level: a read_committed consumer's endOffsets() is
     * the last stable offset, and what an open transaction hides would look like the end.
     */
    private Map<TopicPartition, Long> highWatermarks(Set<TopicPartition> partitions) {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("isolation.level", "read_uncommitted");
        try (KafkaConsumer<byte[], byte[]> uncommitted =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return uncommitted.endOffsets(partitions);
        }
    }

    private boolean reached(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .filter(end -> end.getValue() > 0)
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private void discoverIfPossible() {
        try {
            discover();
        } catch (RetriableException error) {
            // The broker is away; what is assigned already is read again when it is back.
            System.err.println("discovery: " + error.getMessage());
        }
    }

    private void discover() {
        List<TopicPartition> found = new ArrayList<>();
        for (Map.Entry<String, List<PartitionInfo>> topic :
                consumer.listTopics().entrySet()) {
            if (wanted.test(topic.getKey())) {
                for (PartitionInfo partition : topic.getValue()) {
                    found.add(new TopicPartition(topic.getKey(), partition.partition()));
                }
            }
        }
        // assign() keeps the position of partitions that were assigned before.
        if (assigned.addAll(found)) {
            consumer.assign(assigned);
        }
    }

    private void print(
            ConsumerRecords<byte[], byte[]> records, Map<TopicPartition, Long> ends) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            if (record.offset() < ends.getOrDefault(partition, Long.MAX_VALUE)) {
                JsonLine.print(shown.apply(record));
            }
        }
    }

    private static Map<String, Object> line(
            ConsumerRecord<byte[], byte[]> record, Object key, Object value) {
        List<Object> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(Arrays.asList(header.key(), JsonLine.text(header.value())));
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("topic", record.topic());
        line.put("partition", record.partition());
        line.put("offset", record.offset());
        line.put("timestamp", record.timestamp());
        line.put("key", key);
        line.put("value", value);
        line.put("headers", headers);
        return line;
    }

    private static AtomicBoolean stopWhenStdinCloses() {
        AtomicBoolean stopped = new AtomicBoolean();
        Thread watcher =
                new Thread(
                        () -> {
                            Main.readStdinToEnd();
                            stopped.set(true);
                        });
        watcher.setDaemon(true);
        watcher.start();
        return stopped;
    }

    private static void pause() {
        try {
            Thread.sleep(POLL.toMillis());
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }
}
