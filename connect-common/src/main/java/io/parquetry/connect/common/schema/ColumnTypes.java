package io.parquetry.connect.common.schema;

import java.util.Objects;
import org.apache.kafka.connect.errors.DataException;

/**
 * The columns of Connect types that can be stored in more than one way. The footer of a file says which were chosen, so
 * the same Connect values come back whatever the columns are.
 *
 * @param decimalPrecision precision of decimals whose schema gives none, 1 to {@link DecimalForm#PRECISION_MAX}
 */
public record ColumnTypes(int decimalPrecision, TimeAs time, NanosAs nanos) {
    /** The types that say most about the values. */
    public static final ColumnTypes DEFAULT = ofPrecision(DecimalForm.PRECISION_DEFAULT);

    public ColumnTypes {
        if (decimalPrecision < 1 || decimalPrecision > DecimalForm.PRECISION_MAX) {
            throw new DataException("the precision of decimals is " + decimalPrecision + "; it must be 1 to "
                    + DecimalForm.PRECISION_MAX);
        }
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(nanos, "nanos");
    }

    /** The defaults, with this precision of decimals. */
    public static ColumnTypes ofPrecision(int decimalPrecision) {
        return new ColumnTypes(decimalPrecision, TimeAs.TIME, NanosAs.NANOS);
    }

    /** The same with another form of times. */
    public ColumnTypes with(TimeAs form) {
        return new ColumnTypes(decimalPrecision, form, nanos);
    }

    /** The same with another form of timestamps of nanoseconds. */
    public ColumnTypes with(NanosAs form) {
        return new ColumnTypes(decimalPrecision, time, form);
    }
}
