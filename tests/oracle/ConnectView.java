import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;

/**
 * Records as a sink of Kafka Connect gets them: read by its own JsonConverter, with schemas. What
 * does not fit its schema is an error. Decimals and bytes are printed as PostgreSQL prints them.
 */
final class ConnectView {
    private final JsonConverter keys = converter(true);
    private final JsonConverter values = converter(false);

    Object key(String topic, byte[] bytes) {
        return checked(keys.toConnectData(topic, bytes));
    }

    Object value(String topic, byte[] bytes) {
        return checked(values.toConnectData(topic, bytes));
    }

    private static JsonConverter converter(boolean isKey) {
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", "true"), isKey);
        return converter;
    }

    private static Object checked(SchemaAndValue data) {
        if (data.value() == null) {
            return null;
        }
        if (data.schema() == null) {
            throw new IllegalStateException("a value without a schema: " + data.value());
        }
        ConnectSchema.validateValue(data.schema(), data.value());
        if (data.value() instanceof Struct struct) {
            struct.validate();
        }
        return plain(data.value());
    }

    private static Object plain(Object value) {
        if (value instanceof Struct struct) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (Field field : struct.schema().fields()) {
                members.put(field.name(), plain(struct.getWithoutDefault(field.name())));
            }
            return members;
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((name, member) -> members.put(name.toString(), plain(member)));
            return members;
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(plain(element)));
            return elements;
        } else if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        } else if (value instanceof Float || value instanceof Double) {
            return value.toString();
        } else if (value instanceof Date instant) {
            return instant.getTime();
        } else if (value instanceof byte[] bytes) {
            return "\\x" + HexFormat.of().formatHex(bytes);
        } else if (value instanceof ByteBuffer buffer) {
            return plain(buffer.array());
        }
        return value;
    }
}
