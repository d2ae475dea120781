package io.parquetry.format.hostile;

import io.parquetry.format.hostile.FileParts.Kind;
import io.parquetry.format.hostile.FileParts.Part;
import io.parquetry.format.hostile.Seeds.Seed;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.PhysicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Parts of the seeds as inputs of the fuzz targets. */
public final class SeedInputs {
    private static final List<Kind> STRUCTS =
            List.of(Kind.PAGE, Kind.COLUMN_INDEX, Kind.OFFSET_INDEX, Kind.BLOOM_FILTER);
    private static final int ENDING_BYTES = 8;
    private static final int NUMBER_OF_VALUES = 2;

    private SeedInputs() {}

    public static List<byte[]> files() throws IOException {
        return Seeds.all().stream().map(Seed::bytes).toList();
    }

    public static List<byte[]> footers() throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (Seed seed : Seeds.all()) {
            Part footer = seed.parts().all().get(seed.parts().all().size() - 1);
            inputs.add(Arrays.copyOfRange(seed.bytes(), (int) footer.from(), (int) footer.to() - ENDING_BYTES));
        }
        return inputs;
    }

    /** The number of the kind, and then the struct. */
    public static List<byte[]> structs() throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (Part part : parts()) {
            if (STRUCTS.contains(part.kind())) {
                inputs.add(behind(Thrift.encode(part.header()), STRUCTS.indexOf(part.kind())));
            }
        }
        return inputs;
    }

    /** The levels of uncompressed V2 data pages, followed by those of the values. */
    public static List<byte[]> levels() throws IOException {
        return pages(8).stream().map(Part::body).toList();
    }

    /** Each input once for each of this many kinds: kind, a maximum of 3, number of values, input. */
    public static List<byte[]> chosen(int choices, List<byte[]> inputs) {
        List<byte[]> chosen = new ArrayList<>();
        for (byte[] input : inputs) {
            for (int choice = 0; choice < choices; choice++) {
                chosen.add(behind(input, choice, 2, NUMBER_OF_VALUES));
            }
        }
        return chosen;
    }

    /** The content of uncompressed pages, preceded by the number of their encoding, once for each type. */
    public static List<byte[]> values() throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (Part page : pages(5)) {
            int id = (int) page.header().struct(5).number(2);
            int encoding = Encoding.known(id).map(Encoding::ordinal).orElse(0);
            for (PhysicalType type : PhysicalType.values()) {
                inputs.add(behind(page.body(), encoding, type.ordinal(), 4, NUMBER_OF_VALUES));
            }
        }
        return inputs;
    }

    /** Uncompressed pages with the header of a kind. */
    private static List<Part> pages(int header) throws IOException {
        return parts().stream()
                .filter(part -> part.kind() == Kind.PAGE
                        && part.codec() == CompressionCodec.UNCOMPRESSED
                        && part.header().has(header))
                .toList();
    }

    /** Compressed V1 data pages, preceded by the number of their codec and the decompressed length. */
    public static List<byte[]> compressed() throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (Part part : parts()) {
            if (part.kind() == Kind.PAGE && !part.header().has(8)) {
                int length = (int) part.header().number(2);
                inputs.add(behind(part.body(), part.codec().ordinal(), length >>> 8, length));
            }
        }
        return inputs;
    }

    private static List<Part> parts() throws IOException {
        return Seeds.all().stream().flatMap(seed -> seed.parts().all().stream()).toList();
    }

    private static byte[] behind(byte[] input, int... choices) {
        ByteBuffer bytes = ByteBuffer.allocate(choices.length + input.length);
        for (int choice : choices) {
            bytes.put((byte) choice);
        }
        return bytes.put(input).array();
    }
}
