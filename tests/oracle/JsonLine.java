import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes one JSON value a line to standard output. */
final class JsonLine {
    private static final Writer OUT =
            new BufferedWriter(
                    new OutputStreamWriter(
                            new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8),
                    1 << 16);

    private JsonLine() {}

    static void print(Object value) {
        StringBuilder text = new StringBuilder(256);
        append(text, value);
        text.append('\n');
        try {
            OUT.append(text);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static void flush() {
        try {
            OUT.flush();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Strict: bytes that are not UTF-8 are an error of whoever wrote the record. */
    static String text(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException error) {
            throw new IllegalStateException("a record holds bytes that are not UTF-8", error);
        }
    }

    private static void append(StringBuilder to, Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            to.append(value);
        } else if (value instanceof Map<?, ?> members) {
            String separator = "{";
            for (Map.Entry<?, ?> member : members.entrySet()) {
                to.append(separator);
                quote(to, member.getKey().toString());
                to.append(':');
                append(to, member.getValue());
                separator = ",";
            }
            to.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> elements) {
            String separator = "[";
            for (Object element : elements) {
                to.append(separator);
                append(to, element);
                separator = ",";
            }
            to.append(elements.isEmpty() ? "[]" : "]");
        } else {
            quote(to, value.toString());
        }
    }

    private static void quote(StringBuilder to, String text) {
        to.append('"');
        for (int i = 0; i < text.length(); ++i) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029) {
                to.append(String.format("\\u%04x", (int) c));
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }
}
