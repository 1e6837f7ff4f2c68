import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * An independent Kafka client for tests: Apache's own, in Java, sharing no line with the daemon.
 *
 * <p>Output is one JSON value a line. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 timed out.
 */
final class Main {
    private static final String USAGE =
            """
            ReadTopics --bootstrap B (--topics A,B | --prefix P)
                       (--until-end | --follow | --on-demand)
                       [--isolation read_committed|read_uncommitted] [--timeout-ms N]
                       [--keys | --connect]
            Topics list        --bootstrap B
            Topics describe    --bootstrap B TOPIC…
            Topics create      --bootstrap B TOPIC [--partitions N] [--config name=value]…
            Topics alter       --bootstrap B TOPIC --config name=value…
            Topics delete      --bootstrap B TOPIC…
            Topics end-offsets --bootstrap B TOPIC… [--isolation …]
            Topics cluster     --bootstrap B
            Produce once       --bootstrap B TOPIC [--key K] [--value V] [--partition N]
            Produce hold       --bootstrap B TOPIC --transactional-id T [--key K] [--value V]
                               [--partition N]   (ends as stdin says: commit, abort or nothing)
            Serve              (one of the above a line of stdin, its words separated by tabs; each
                               answer ends with a line {"exit":CODE})
            """;

    private Main() {}

    public static void main(String[] words) {
        System.exit(run(Arrays.asList(words)));
    }

    private static int run(List<String> words) {
        try {
            if (words.isEmpty()) {
                throw new Arguments.Usage("a verb is missing");
            }
            List<String> rest = words.subList(1, words.size());
            int code =
                    switch (words.get(0)) {
                        case "ReadTopics" -> ReadTopics.run(rest);
                        case "Topics" -> Topics.run(rest);
                        case "Produce" -> Produce.run(rest);
                        case "Serve" -> serve();
                        default -> throw new Arguments.Usage("unknown verb " + words.get(0));
                    };
            JsonLine.flush();
            return code;
        } catch (Arguments.Usage error) {
            System.err.println(error.getMessage() + "\n" + USAGE);
            return 2;
        } catch (Exception error) {
            error.printStackTrace();
            return 1;
        }
    }

    /** One JVM for many calls. */
    private static int serve() throws IOException {
        BufferedReader calls =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = calls.readLine(); line != null; line = calls.readLine()) {
            JsonLine.print(Map.of("exit", run(Arrays.asList(line.split("\t")))));
            JsonLine.flush();
        }
        return 0;
    }

    /** Everything that comes until standard input is closed, without blanks around it. */
    static String readStdinToEnd() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
