package io.parquetry.benchmarks.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/**
 * A nested order: an optional customer with a list of texts, a list of items with an optional note, and an optional
 * map.
 */
public final class Orders implements Dataset {
    private static final Schema CUSTOMER = SchemaBuilder.struct()
            .name("customer")
            .field("name", Schema.STRING_SCHEMA)
            .field("email", Schema.OPTIONAL_STRING_SCHEMA)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
            .optional()
            .build();

    private static final Schema ITEM = SchemaBuilder.struct()
            .name("item")
            .field("sku", Schema.STRING_SCHEMA)
            .field("quantity", Schema.INT32_SCHEMA)
            .field("price", Schema.FLOAT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("order")
            .field("id", Schema.INT64_SCHEMA)
            .field("placed", Timestamp.SCHEMA)
            .field("customer", CUSTOMER)
            .field("items", SchemaBuilder.array(ITEM).build())
            .field(
                    "attributes",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                            .optional()
                            .build())
            .build();

    private static final int CUSTOMERS = 20_000;
    private static final int SKUS = 3_000;
    private static final String[] TAGS = {"new", "regular", "business", "newsletter", "trial", "staff"};
    private static final String[] ATTRIBUTES = {"channel", "campaign", "locale", "warehouse", "gift"};
    private static final long FIRST_PLACED_MS = 1_700_000_000_000L;

    private final RowRandom random = new RowRandom();

    @Override
    public String name() {
        return "b: orders";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 200_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        return new Struct(SCHEMA)
                .put("id", 1_000_000L + number)
                .put("placed", new java.util.Date(FIRST_PLACED_MS + number * 700L + random.below(700)))
                .put("customer", random.chance(10) ? null : customer())
                .put("items", items())
                .put("attributes", random.chance(40) ? null : attributes());
    }

    private Struct customer() {
        int number = random.below(CUSTOMERS);
        List<String> tags = new ArrayList<>();
        for (int count = random.below(4); count > 0; count--) {
            tags.add(fresh(TAGS[random.below(TAGS.length)]));
        }
        return new Struct(CUSTOMER)
                .put("name", "Customer " + number)
                .put("email", random.chance(30) ? null : "customer" + number + "@example.org")
                .put("tags", tags);
    }

    private List<Struct> items() {
        List<Struct> items = new ArrayList<>();
        for (int count = 1 + random.below(6); count > 0; count--) {
            int sku = random.below(SKUS);
            items.add(new Struct(ITEM)
                    .put("sku", "SKU-" + (100_000 + sku))
                    .put("quantity", 1 + random.below(5))
                    .put("price", (99 + sku * 17 % 20_000) / 100.0)
                    .put("note", random.chance(20) ? "please wrap no. " + random.below(1_000_000) : null));
        }
        return items;
    }

    private Map<String, String> attributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int count = random.below(4); count > 0; count--) {
            attributes.put(fresh(ATTRIBUTES[random.below(ATTRIBUTES.length)]), "value " + random.below(50));
        }
        return attributes;
    }

    private static String fresh(String text) {
        return new String(text.toCharArray());
    }
}
