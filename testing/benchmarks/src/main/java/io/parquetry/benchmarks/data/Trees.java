package io.parquetry.benchmarks.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Optional lists in optional lists and structs: each list, struct and value may be absent, each list may be empty. */
public final class Trees implements Dataset {
    private static final Schema LEAF = SchemaBuilder.struct()
            .name("leaf")
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("weights", list(Schema.FLOAT64_SCHEMA))
            .optional()
            .build();

    private static final Schema BRANCH = SchemaBuilder.struct()
            .name("branch")
            .field("level", Schema.OPTIONAL_INT32_SCHEMA)
            .field("leaf", LEAF)
            .field("marks", list(list(Schema.INT64_SCHEMA)))
            .build();

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("tree")
            .field("id", Schema.INT64_SCHEMA)
            .field("branches", list(BRANCH))
            .field("notes", list(list(Schema.STRING_SCHEMA)))
            .build();

    private final RowRandom random = new RowRandom();

    private static Schema list(Schema element) {
        return SchemaBuilder.array(element).optional().build();
    }

    @Override
    public String name() {
        return "j: trees";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 100_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        return new Struct(SCHEMA)
                .put("id", (long) number)
                .put("branches", elements(15, 4, this::branch))
                .put("notes", elements(50, 3, () -> elements(10, 3, () -> "note " + random.below(5_000))));
    }

    private Struct branch() {
        return new Struct(BRANCH)
                .put("level", random.chance(20) ? null : random.below(12))
                .put("leaf", random.chance(25) ? null : leaf())
                .put("marks", elements(30, 3, () -> elements(10, 4, random::next)));
    }

    private Struct leaf() {
        return new Struct(LEAF)
                .put("name", random.chance(30) ? null : "leaf " + random.below(800))
                .put("weights", elements(20, 6, () -> random.below(1_000) / 8.0));
    }

    /** Null in {@code nullPercent} of cases, else up to {@code most} elements. */
    private <T> List<T> elements(int nullPercent, int most, Supplier<T> element) {
        if (random.chance(nullPercent)) {
            return null;
        }
        List<T> elements = new ArrayList<>();
        for (int count = random.below(most + 1); count > 0; count--) {
            elements.add(element.get());
        }
        return elements;
    }
}
