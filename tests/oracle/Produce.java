import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes a record as someone else would: a foreign writer, or a rival with the same id. */
final class Produce {
    private static final Set<String> OPTIONS =
            Set.of(
                    "--bootstrap", "--key", "--value", "--partition", "--transactional-id",
                    "--count");

    private Produce() {}

    static int run(List<String> words) throws Exception {
        if (words.isEmpty()) {
            throw new Arguments.Usage("Produce what?");
        }
        Arguments arguments =
                new Arguments(
                        words.subList(1, words.size()),
                        OPTIONS,
                        Set.of());
        switch (words.get(0)) {
            case "once" -> once(arguments);
            case "hold" -> hold(arguments);
            default -> throw new Arguments.Usage("Produce " + words.get(0) + "?");
        }
        return 0;
    }

    private static void once(Arguments arguments) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(settings(arguments))) {
            report(producer.send(record(arguments)).get());
        }
    }

    /** Leaves a transaction open until standard input says what becomes of it. */
    private static void hold(Arguments arguments) throws Exception {
        Properties settings = settings(arguments);
        settings.put("transactional.id", arguments.require("--transactional-id"));
        KafkaProducer<byte[], byte[]> producer = producer(settings);
        producer.initTransactions();
        producer.beginTransaction();
        for (int left = arguments.number("--count", 1); left > 1; --left) {
            producer.send(record(arguments));
        }
        report(producer.send(record(arguments)).get());
        JsonLine.flush();
        switch (Main.readStdinToEnd()) {
            case "commit" -> producer.commitTransaction();
            case "abort" -> producer.abortTransaction();
            // Without close(), which would abort: the transaction stays open until its timeout.
            default -> Runtime.getRuntime().halt(0);
        }
        producer.close();
    }

    private static Properties settings(Arguments arguments) {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", arguments.require("--bootstrap"));
        settings.put("max.block.ms", "20000");
        return settings;
    }

    private static KafkaProducer<byte[], byte[]> producer(Properties settings) {
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> record(Arguments arguments) {
        Integer partition =
                arguments.has("--partition") ? arguments.number("--partition", 0) : null;
        return new ProducerRecord<>(
                arguments.onlyRest("topic"),
                partition,
                bytes(arguments.get("--key", null)),
                bytes(arguments.get("--value", null)));
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static void report(RecordMetadata written) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("topic", written.topic());
        line.put("partition", written.partition());
        line.put("offset", written.offset());
        JsonLine.print(line);
    }
}
