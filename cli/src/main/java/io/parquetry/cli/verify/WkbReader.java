package io.parquetry.cli.verify;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Visits the coordinates of a geometry in well-known binary (OGC 06-103r4, section 8.2; Geospatial.md of the format):
 *
 * <pre>
 * byte order (0 big, 1 little), type (4 bytes: 1 to 7, plus 1000 with Z, 2000 with M, 3000 with both), then
 *   1 point: its coordinates       2 line: count, points        3 polygon: count of rings, each a line
 *   4 to 7 collections: count, geometries with byte order and type of their own
 * </pre>
 */
final class WkbReader {
    private static final int DEPTH_MAX = 64;
    private static final int DIMENSIONS = 1000;

    private final ByteBuffer bytes;
    private final Visitor visitor;

    /** Receives the parts of a geometry. */
    interface Visitor {
        /** The type of the outermost geometry, with its thousands. */
        void type(int code);

        /** A point; {@code z} and {@code m} are NaN where the geometry has none. */
        void point(double x, double y, double z, double m);
    }

    private WkbReader(ByteBuffer bytes, Visitor visitor) {
        this.bytes = bytes;
        this.visitor = visitor;
    }

    /** Visits one geometry; false when the bytes are no geometry. */
    static boolean read(byte[] geometry, Visitor visitor) {
        try {
            return new WkbReader(ByteBuffer.wrap(geometry), visitor).geometry(0);
        } catch (BufferUnderflowException e) {
            return false;
        }
    }

    private boolean geometry(int depth) {
        byte order = bytes.get();
        if (order < 0 || order > 1 || depth > DEPTH_MAX) {
            return false;
        }
        bytes.order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int code = bytes.getInt();
        if (code < 0 || code >= 4 * DIMENSIONS) {
            return false;
        }
        if (depth == 0) {
            visitor.type(code);
        }
        boolean hasZ = code / DIMENSIONS % 2 == 1;
        boolean hasM = code / DIMENSIONS >= 2;
        return switch (code % DIMENSIONS) {
            case 1 -> points(1, hasZ, hasM);
            case 2 -> points(count(), hasZ, hasM);
            case 3 -> rings(count(), hasZ, hasM);
            case 4, 5, 6, 7 -> parts(count(), depth);
            default -> false;
        };
    }

    private long count() {
        return Integer.toUnsignedLong(bytes.getInt());
    }

    private boolean points(long count, boolean hasZ, boolean hasM) {
        for (long i = 0; i < count; i++) {
            visitor.point(
                    bytes.getDouble(),
                    bytes.getDouble(),
                    hasZ ? bytes.getDouble() : Double.NaN,
                    hasM ? bytes.getDouble() : Double.NaN);
        }
        return true;
    }

    /** Each ring takes bytes, so a count that is too high ends at the end of the buffer. */
    private boolean rings(long count, boolean hasZ, boolean hasM) {
        for (long i = 0; i < count; i++) {
            points(count(), hasZ, hasM);
        }
        return true;
    }

    private boolean parts(long count, int depth) {
        for (long i = 0; i < count; i++) {
            if (!geometry(depth + 1)) {
                return false;
            }
        }
        return true;
    }
}
