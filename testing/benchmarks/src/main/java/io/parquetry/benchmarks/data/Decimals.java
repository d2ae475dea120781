package io.parquetry.benchmarks.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Decimals of 9 to 16 bytes, which are FIXED_LEN_BYTE_ARRAY: of each width one of few values, one of prices, one of any
 * digits, one that grows from row to row.
 */
public final class Decimals implements Dataset {
    private static final int[] PRECISIONS = {20, 24, 28, 31, 33, 35, 38};
    private static final int SCALE = 2;
    private static final Schema SCHEMA = schemaOf();

    private final RowRandom random = new RowRandom();

    private static Schema schemaOf() {
        SchemaBuilder schema = SchemaBuilder.struct().name("decimals").field("id", Schema.INT64_SCHEMA);
        for (int precision : PRECISIONS) {
            for (String kind : new String[] {"rate", "price", "any", "total"}) {
                schema.field(kind + precision, of(precision));
            }
        }
        return schema.build();
    }

    /** Connect's type of decimals with two digits behind the point. */
    static Schema of(int precision) {
        return Decimal.builder(SCALE)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .build();
    }

    /** The decimal of a number of hundredths. */
    static BigDecimal hundredths(long number) {
        return BigDecimal.valueOf(number, SCALE);
    }

    @Override
    public String name() {
        return "l: decimals";
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
        Struct record = new Struct(SCHEMA).put("id", (long) number);
        for (Field field : SCHEMA.fields().subList(1, SCHEMA.fields().size())) {
            record.put(field, value((field.index() - 1) % 4, PRECISIONS[(field.index() - 1) / 4], number));
        }
        return record;
    }

    private BigDecimal value(int kind, int precision, int number) {
        long end = (long) Math.pow(10, Math.min(18, precision));
        return switch (kind) {
            case 0 -> hundredths(random.below(11) * 7L);
            case 1 -> hundredths((long) (Math.pow(random.fraction(), 3) * Math.min(end, 10_000_000)));
            case 2 -> any(precision, end);
            default -> hundredths((number * 37L + random.below(37)) % end);
        };
    }

    private BigDecimal any(int precision, long end) {
        BigInteger low = BigInteger.valueOf(Math.floorMod(random.next(), end));
        BigInteger high = precision > 18
                ? BigInteger.valueOf(Math.floorMod(random.next(), (long) Math.pow(10, Math.min(18, precision - 18))))
                : BigInteger.ZERO;
        BigInteger digits = high.multiply(BigInteger.TEN.pow(18)).add(low);
        return new BigDecimal(random.chance(20) ? digits.negate() : digits, SCALE);
    }
}
