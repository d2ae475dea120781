package io.parquetry.format.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Random schemas that LogicalTypes.md allows, with every physical type, annotation, repetition and form of list and
 * map.
 */
public final class RandomSchemas {
    private final Random random;
    private final List<Supplier<PrimitiveType>> leaves = new ArrayList<>();
    private final Predicate<PrimitiveType> accepted;
    private int names;

    /** Schemas of all types. */
    public RandomSchemas(Random random) {
        this(random, type -> true);
    }

    /** Schemas of accepted columns only. */
    public RandomSchemas(Random random, Predicate<PrimitiveType> accepted) {
        this.random = random;
        this.accepted = accepted;
        integers();
        others();
        bytes();
    }

    /** A message of groups up to this depth, with up to this number of fields in each. */
    public MessageType message(int depthMax, int fieldsMax) {
        return new MessageType("schema", fields(depthMax, fieldsMax));
    }

    private List<Type> fields(int depthMax, int fieldsMax) {
        List<Type> fields = new ArrayList<>();
        int count = 1 + random.nextInt(fieldsMax);
        for (int i = 0; i < count; i++) {
            fields.add(field("f" + names++, repetition(), depthMax, fieldsMax));
        }
        return fields;
    }

    private Repetition repetition() {
        int at = random.nextInt(10);
        return at < 4 ? Repetition.REQUIRED : at < 9 ? Repetition.OPTIONAL : Repetition.REPEATED;
    }

    private Repetition requiredOrOptional() {
        return random.nextBoolean() ? Repetition.REQUIRED : Repetition.OPTIONAL;
    }

    private Type field(String name, Repetition repetition, int depthMax, int fieldsMax) {
        if (depthMax <= 1 || random.nextInt(3) == 0) {
            return leaf(name, repetition);
        }
        return switch (random.nextInt(4)) {
            case 0 -> list(name, requiredOrOptional(), depthMax, fieldsMax);
            case 1 -> map(name, requiredOrOptional(), depthMax, fieldsMax);
            default ->
                new GroupType(
                        name,
                        repetition,
                        Optional.empty(),
                        fieldId(),
                        fields(depthMax - 1, Math.max(1, fieldsMax - 1)));
        };
    }

    private Type list(String name, Repetition repetition, int depthMax, int fieldsMax) {
        if (random.nextInt(6) == 0) {
            // The two-level form of old writers: the repeated field is the element.
            return GroupType.of(name, repetition, LogicalType.LIST, List.of(leaf("array", Repetition.REPEATED)));
        }
        return GroupType.list(name, repetition, field("element", requiredOrOptional(), depthMax - 1, fieldsMax));
    }

    private Type map(String name, Repetition repetition, int depthMax, int fieldsMax) {
        Type key = leaf("key", Repetition.REQUIRED);
        Type value = field("value", requiredOrOptional(), depthMax - 1, fieldsMax);
        return GroupType.map(name, repetition, key, value);
    }

    private Type leaf(String name, Repetition repetition) {
        PrimitiveType type;
        do {
            type = leaves.get(random.nextInt(leaves.size())).get();
        } while (!accepted.test(type));
        return new PrimitiveType(
                name, repetition, type.physicalType(), type.typeLength(), type.logicalType(), fieldId());
    }

    private OptionalInt fieldId() {
        return random.nextInt(4) == 0 ? OptionalInt.of(random.nextInt(1000)) : OptionalInt.empty();
    }

    private void integers() {
        add(PhysicalType.INT32, Optional::empty);
        add(PhysicalType.INT32, () -> Optional.of(new LogicalType.Int(8 << random.nextInt(3), random.nextBoolean())));
        add(PhysicalType.INT32, () -> Optional.of(LogicalType.DATE));
        add(PhysicalType.INT32, () -> Optional.of(new LogicalType.Time(random.nextBoolean(), TimeUnit.MILLIS)));
        add(PhysicalType.INT32, () -> Optional.of(decimal(9)));
        add(PhysicalType.INT64, Optional::empty);
        add(PhysicalType.INT64, () -> Optional.of(new LogicalType.Int(64, random.nextBoolean())));
        add(PhysicalType.INT64, () -> Optional.of(new LogicalType.Time(random.nextBoolean(), fineUnit())));
        add(PhysicalType.INT64, () -> Optional.of(new LogicalType.Timestamp(random.nextBoolean(), unit())));
        add(PhysicalType.INT64, () -> Optional.of(decimal(18)));
    }

    private void others() {
        add(PhysicalType.BOOLEAN, Optional::empty);
        add(PhysicalType.FLOAT, Optional::empty);
        add(PhysicalType.DOUBLE, Optional::empty);
    }

    private void bytes() {
        add(PhysicalType.BYTE_ARRAY, Optional::empty);
        for (LogicalType text :
                List.of(LogicalType.STRING, LogicalType.STRING, LogicalType.ENUM, LogicalType.JSON, LogicalType.BSON)) {
            add(PhysicalType.BYTE_ARRAY, () -> Optional.of(text));
        }
        add(PhysicalType.BYTE_ARRAY, () -> Optional.of(decimal(38)));
        leaves.add(() -> PrimitiveType.fixed("", Repetition.REQUIRED, 1 + random.nextInt(20)));
        leaves.add(() -> PrimitiveType.fixed("", Repetition.REQUIRED, 16, LogicalType.UUID));
        leaves.add(() -> PrimitiveType.fixed("", Repetition.REQUIRED, 16, decimal(38)));
        leaves.add(() -> PrimitiveType.fixed("", Repetition.REQUIRED, 12, LogicalType.INTERVAL));
        leaves.add(() -> PrimitiveType.fixed("", Repetition.REQUIRED, 2, LogicalType.FLOAT16));
    }

    private void add(PhysicalType type, Supplier<Optional<LogicalType>> annotation) {
        leaves.add(() -> new PrimitiveType("", Repetition.REQUIRED, type, 0, annotation.get(), OptionalInt.empty()));
    }

    private LogicalType decimal(int precisionMax) {
        int precision = 1 + random.nextInt(precisionMax);
        return new LogicalType.Decimal(precision, random.nextInt(precision + 1));
    }

    private TimeUnit unit() {
        return TimeUnit.values()[random.nextInt(3)];
    }

    private TimeUnit fineUnit() {
        return random.nextBoolean() ? TimeUnit.MICROS : TimeUnit.NANOS;
    }
}
