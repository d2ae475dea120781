package io.parquetry.connect.common.schema;

import java.util.Locale;
import java.util.Optional;

/**
 * The columns of decimals that need more digits than {@link DecimalForm#WIDTH_MAX} by their schema: engines refuse a
 * wider DECIMAL, or read it as a DOUBLE.
 *
 * @param scale of {@link Form#SCALED}, else 0
 */
public record WideDecimalAs(Form form, int scale) {
    /** What becomes of the digits. */
    public enum Form {
        /** DECIMAL of as many digits as the schema has. */
        DECIMAL,
        /** DECIMAL of the digits that engines read. A value that does not fit is refused, and so is a larger scale. */
        CAPPED,
        /** As capped, but a larger scale becomes a given one. */
        SCALED,
        /** Text without exponent and without zeros at the end. */
        TEXT
    }

    public static final WideDecimalAs DECIMAL = new WideDecimalAs(Form.DECIMAL, 0);
    public static final WideDecimalAs CAPPED = new WideDecimalAs(Form.CAPPED, 0);
    public static final WideDecimalAs TEXT = new WideDecimalAs(Form.TEXT, 0);

    public WideDecimalAs {
        if (scale < 0 || scale > DecimalForm.WIDTH_MAX || form != Form.SCALED && scale != 0) {
            throw new IllegalArgumentException("the scale of " + form + " is " + scale);
        }
    }

    /** The form of a text such as {@code text} or {@code 10}; empty when there is none. */
    public static Optional<WideDecimalAs> parse(String text) {
        for (WideDecimalAs known : new WideDecimalAs[] {CAPPED, TEXT, DECIMAL}) {
            if (known.text().equals(text.toLowerCase(Locale.ROOT))) {
                return Optional.of(known);
            }
        }
        try {
            return Optional.of(new WideDecimalAs(Form.SCALED, Integer.parseInt(text)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The text that {@link #parse} reads. */
    public String text() {
        return form == Form.SCALED ? Integer.toString(scale) : form.name().toLowerCase(Locale.ROOT);
    }
}
