package io.parquetry.cli.write;

import io.parquetry.cli.csv.CsvCells;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What takes the place of the values of a column. Nulls stay nulls. */
sealed interface ColumnMask {
    /** Every value becomes null. */
    record Nothing() implements ColumnMask {}

    /** Every value becomes its hash in hexadecimal digits, also where it is bytes, so that equal values stay equal. */
    record Hash() implements ColumnMask {}

    /** Every value becomes this one. */
    record Constant(String text) implements ColumnMask {}

    /** Takes {@code null}, {@code hash} or {@code constant:TEXT}. */
    static Optional<ColumnMask> parse(String text) {
        String begin = "constant:";
        if (text.equals("null")) {
            return Optional.of(new Nothing());
        } else if (text.equals("hash")) {
            return Optional.of(new Hash());
        }
        return text.startsWith(begin) ? Optional.of(new Constant(text.substring(begin.length()))) : Optional.empty();
    }

    /**
     * The maker of masked values in their physical form; it returns null for null.
     *
     * @param key of the hash, if there is one
     * @throws CommandException when the column cannot be masked so
     */
    static LeafMaker maker(ColumnMask mask, LeafColumn column, Optional<byte[]> key) throws IOException {
        if (mask instanceof Nothing) {
            return constant(column.type().physicalType(), null);
        } else if (mask instanceof Constant constant) {
            return constant(column.type().physicalType(), value(column, constant.text()));
        }
        return hash(column, key);
    }

    private static LeafMaker constant(PhysicalType type, Object value) {
        return switch (type) {
            case BOOLEAN -> (LeafMaker.OfBoolean) masked -> value;
            case INT32 -> (LeafMaker.OfInt) masked -> value;
            case INT64 -> (LeafMaker.OfLong) masked -> value;
            case FLOAT -> (LeafMaker.OfFloat) masked -> value;
            case DOUBLE -> (LeafMaker.OfDouble) masked -> value;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT96 -> (LeafMaker.OfBytes) (buffer, offset, length) -> value;
        };
    }

    private static Object value(LeafColumn column, String text) throws IOException {
        try {
            return CsvCells.physicalValue(column.type(), text);
        } catch (InvalidRecordException e) {
            throw new CommandException("--mask: column " + column.dottedPath() + ": " + e.getMessage(), e);
        }
    }

    private static LeafMaker hash(LeafColumn column, Optional<byte[]> key) {
        PrimitiveType type = column.type();
        Optional<LogicalType> meaning = type.logicalType();
        boolean text = meaning.filter(each -> each == LogicalType.STRING).isPresent();
        if (type.physicalType() != PhysicalType.BYTE_ARRAY || !text && meaning.isPresent()) {
            throw new CommandException("--mask: column " + column.dottedPath() + " is " + type.physicalType()
                    + meaning.map(each -> " " + each).orElse("")
                    + "; a hash takes the place of text (STRING) or plain bytes only; use null or constant:VALUE");
        }
        UnaryOperator<byte[]> digest = digest(key);
        return (LeafMaker.OfBytes) (buffer, offset, length) -> {
            byte[] value = new byte[length];
            System.arraycopy(buffer, offset, value, 0, length);
            return HexFormat.of().formatHex(digest.apply(value)).getBytes(StandardCharsets.US_ASCII);
        };
    }

    /** SHA-256, or HMAC-SHA-256 with a key. */
    private static UnaryOperator<byte[]> digest(Optional<byte[]> key) {
        try {
            if (key.isEmpty()) {
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                return sha::digest;
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.get(), "HmacSHA256"));
            return mac::doFinal;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
