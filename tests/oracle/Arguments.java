import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words after the verb: options with a value, flags, and what is left. */
final class Arguments {
    private final Map<String, List<String>> options = new HashMap<>();
    private final List<String> rest = new ArrayList<>();

    Arguments(List<String> words, Set<String> known, Set<String> flags) {
        for (int i = 0; i < words.size(); ++i) {
            String word = words.get(i);
            if (!word.startsWith("--")) {
                rest.add(word);
            } else if (flags.contains(word)) {
                options.put(word, List.of());
            } else if (known.contains(word) && i + 1 < words.size()) {
                options.computeIfAbsent(word, name -> new ArrayList<>()).add(words.get(++i));
            } else {
                throw new Usage("unknown option, or an option without its value: " + word);
            }
        }
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    String get(String option, String otherwise) {
        List<String> values = options.getOrDefault(option, List.of());
        return values.isEmpty() ? otherwise : values.get(values.size() - 1);
    }

    String require(String option) {
        if (!has(option)) {
            throw new Usage(option + " is missing");
        }
        return get(option, null);
    }

    int number(String option, int otherwise) {
        return has(option) ? Integer.parseInt(get(option, "")) : otherwise;
    }

    List<String> rest() {
        return rest;
    }

    String onlyRest(String what) {
        if (rest.size() != 1) {
            throw new Usage("exactly one " + what + " expected");
        }
        return rest.get(0);
    }

    /** Repeated options of the form name=value. */
    Map<String, String> pairs(String option) {
        Map<String, String> pairs = new HashMap<>();
        for (String text : options.getOrDefault(option, List.of())) {
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw new Usage(option + " wants name=value, not " + text);
            }
            pairs.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return pairs;
    }

    static final class Usage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Usage(String message) {
            super(message);
        }
    }
}
