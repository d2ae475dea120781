package io.parquetry.benchmarks.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** A week of earthquakes as GeoJSON features, repeated with unique ids. */
public final class Earthquakes implements Dataset {
    private static final String[] TEXTS = {
        "place", "url", "detail", "alert", "status", "net", "code", "ids", "sources", "types", "magType", "type",
        "title"
    };
    private static final String[] WHOLE_NUMBERS = {"time", "updated", "tz", "felt", "tsunami", "sig", "nst"};
    private static final String[] FRACTIONS = {"mag", "cdi", "mmi", "dmin", "rms", "gap"};

    private static final Schema PROPERTIES = properties();

    private static final Schema GEOMETRY = SchemaBuilder.struct()
            .name("geometry")
            .field("type", Schema.STRING_SCHEMA)
            .field("coordinates", SchemaBuilder.array(Schema.FLOAT64_SCHEMA).build())
            .build();

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("feature")
            .field("type", Schema.STRING_SCHEMA)
            .field("id", Schema.STRING_SCHEMA)
            .field("properties", PROPERTIES)
            .field("geometry", GEOMETRY)
            .build();

    private final List<JsonNode> features;

    private Earthquakes(List<JsonNode> features) {
        this.features = features;
    }

    /** Reads the features, one per line. */
    public static Earthquakes read(Path lines) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<JsonNode> features = new ArrayList<>();
        for (String line : Files.readAllLines(lines)) {
            features.add(json.readTree(line));
        }
        return new Earthquakes(features);
    }

    private static Schema properties() {
        SchemaBuilder schema = SchemaBuilder.struct().name("properties");
        for (String name : TEXTS) {
            schema.field(name, Schema.OPTIONAL_STRING_SCHEMA);
        }
        for (String name : WHOLE_NUMBERS) {
            schema.field(name, Schema.OPTIONAL_INT64_SCHEMA);
        }
        for (String name : FRACTIONS) {
            schema.field(name, Schema.OPTIONAL_FLOAT64_SCHEMA);
        }
        return schema.build();
    }

    @Override
    public String name() {
        return "c: earthquakes";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 150_000;
    }

    @Override
    public Struct row(int number) {
        JsonNode feature = features.get(number % features.size());
        return new Struct(SCHEMA)
                .put("type", fresh(feature.get("type")))
                .put("id", feature.get("id").textValue() + "-" + number / features.size())
                .put("properties", properties(feature.get("properties")))
                .put("geometry", geometry(feature.get("geometry")));
    }

    private static Struct properties(JsonNode node) {
        Struct properties = new Struct(PROPERTIES);
        for (Field field : PROPERTIES.fields()) {
            JsonNode value = node.get(field.name());
            if (value != null && !value.isNull()) {
                properties.put(
                        field,
                        switch (field.schema().type()) {
                            case STRING -> fresh(value);
                            case INT64 -> value.longValue();
                            case FLOAT64 -> value.doubleValue();
                            case INT8, INT16, INT32, FLOAT32, BOOLEAN, BYTES, ARRAY, MAP, STRUCT ->
                                throw new IllegalStateException("no property is " + field.schema());
                        });
            }
        }
        return properties;
    }

    private static Struct geometry(JsonNode node) {
        List<Double> coordinates = new ArrayList<>();
        node.get("coordinates").forEach(coordinate -> coordinates.add(coordinate.doubleValue()));
        return new Struct(GEOMETRY).put("type", fresh(node.get("type"))).put("coordinates", coordinates);
    }

    private static String fresh(JsonNode text) {
        return new String(text.textValue().toCharArray());
    }
}
