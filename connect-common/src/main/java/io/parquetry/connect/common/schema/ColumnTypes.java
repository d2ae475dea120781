package io.parquetry.connect.common.schema;

import java.util.Objects;
import org.apache.kafka.connect.errors.DataException;

/**
 * The columns of Connect types that can be stored in more than one way. The footer of a file says which were chosen, so
 * the same Connect values come back whatever the columns are.
 *
 * @param decimalPrecision precision of decimals whose schema gives none, 1 to {@link DecimalForm#PRECISION_MAX}
 */
public record ColumnTypes(
        int decimalPrecision,
        TimeAs time,
        NanosAs nanos,
        ZonelessAs zoneless,
        VariableDecimalAs variableDecimal,
        WideDecimalAs wideDecimal,
        DebeziumTypes debezium,
        ColumnForm form) {
    /** The types of files whose footer does not say otherwise. */
    public static final ColumnTypes DEFAULT = ofPrecision(DecimalForm.PRECISION_DEFAULT);

    public ColumnTypes {
        if (decimalPrecision < 1 || decimalPrecision > DecimalForm.PRECISION_MAX) {
            throw new DataException("the precision of decimals is " + decimalPrecision + "; it must be 1 to "
                    + DecimalForm.PRECISION_MAX);
        }
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(nanos, "nanos");
        Objects.requireNonNull(zoneless, "zoneless");
        Objects.requireNonNull(variableDecimal, "variableDecimal");
        Objects.requireNonNull(wideDecimal, "wideDecimal");
        Objects.requireNonNull(debezium, "debezium");
        Objects.requireNonNull(form, "form");
    }

    /** The defaults, with this precision of decimals. */
    public static ColumnTypes ofPrecision(int decimalPrecision) {
        return new ColumnTypes(
                decimalPrecision,
                TimeAs.TIME,
                NanosAs.NANOS,
                ZonelessAs.UTC,
                VariableDecimalAs.STRUCT,
                WideDecimalAs.DECIMAL,
                DebeziumTypes.PLAIN,
                ColumnForm.FILE);
    }

    /** The same with another form of times. */
    public ColumnTypes with(TimeAs chosen) {
        return new ColumnTypes(decimalPrecision, chosen, nanos, zoneless, variableDecimal, wideDecimal, debezium, form);
    }

    /** The same with another form of timestamps of nanoseconds. */
    public ColumnTypes with(NanosAs chosen) {
        return new ColumnTypes(decimalPrecision, time, chosen, zoneless, variableDecimal, wideDecimal, debezium, form);
    }

    /** The same with another form of times without zone. */
    public ColumnTypes with(ZonelessAs chosen) {
        return new ColumnTypes(decimalPrecision, time, nanos, chosen, variableDecimal, wideDecimal, debezium, form);
    }

    /** The same with another form of decimals with a scale each. */
    public ColumnTypes with(VariableDecimalAs chosen) {
        return new ColumnTypes(decimalPrecision, time, nanos, zoneless, chosen, wideDecimal, debezium, form);
    }

    /** The same with another form of decimals of many digits. */
    public ColumnTypes with(WideDecimalAs chosen) {
        return new ColumnTypes(decimalPrecision, time, nanos, zoneless, variableDecimal, chosen, debezium, form);
    }

    /** The same with other annotations of Debezium's types. */
    public ColumnTypes with(DebeziumTypes annotations) {
        return new ColumnTypes(
                decimalPrecision, time, nanos, zoneless, variableDecimal, wideDecimal, annotations, form);
    }

    /** The same for other readers. */
    public ColumnTypes with(ColumnForm chosen) {
        return new ColumnTypes(decimalPrecision, time, nanos, zoneless, variableDecimal, wideDecimal, debezium, chosen);
    }
}
