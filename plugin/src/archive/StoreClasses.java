import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Makes an archive of jars smaller: {@code java StoreClasses.java ARCHIVE.zip}. A jar compresses each class alone,
 * though classes have most of their names in common. Entries of a jar that are stored leave the compression to the
 * archive, which sees a jar as a whole. Jars that do not gain by that, such as those of native libraries, keep their
 * bytes; the entries of the others keep their names, order, times and bytes, so signatures hold.
 */
final class StoreClasses {
    /** A jar that gains less keeps its bytes: 3 % at the fastest level, at which it is tried, are 10 % at the best. */
    private static final double SIZE_MAX = 0.97;

    private StoreClasses() {}

    private record Content(ZipEntry entry, byte[] bytes) {
        private Content smallest() {
            return entry.getName().endsWith(".jar") ? new Content(entry, smallerOf(bytes, stored(bytes))) : this;
        }
    }

    public static void main(String[] arguments) throws IOException {
        Path archive = Path.of(arguments[0]);
        Path smaller = archive.resolveSibling(archive.getFileName() + ".tmp");
        try (ZipFile in = new ZipFile(archive.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(smaller))) {
            out.setLevel(Deflater.BEST_COMPRESSION);
            List<Content> contents = new ArrayList<>();
            for (ZipEntry entry : Collections.list(in.entries())) {
                contents.add(new Content(entry, in.getInputStream(entry).readAllBytes()));
            }
            // To try how small a jar becomes takes most of the time.
            for (Content content : contents.parallelStream().map(Content::smallest).toList()) {
                out.putNextEntry(renewed(content.entry));
                out.write(content.bytes);
                out.closeEntry();
            }
        }
        Files.move(smaller, archive, StandardCopyOption.REPLACE_EXISTING);
    }

    private static ZipEntry renewed(ZipEntry entry) {
        ZipEntry renewed = new ZipEntry(entry.getName());
        renewed.setTimeLocal(entry.getTimeLocal());
        return renewed;
    }

    private static byte[] smallerOf(byte[] jar, byte[] stored) {
        return deflated(stored) < SIZE_MAX * deflated(jar) ? stored : jar;
    }

    private static long deflated(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] out = new byte[1 << 16];
            while (!deflater.finished()) {
                deflater.deflate(out);
            }
            return deflater.getBytesWritten();
        } finally {
            deflater.end();
        }
    }

    private static byte[] stored(byte[] jar) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(3 * jar.length);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                store(entry, in.readAllBytes(), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a jar of " + jar.length + " bytes cannot be stored", e);
        }
        return bytes.toByteArray();
    }

    private static void store(ZipEntry entry, byte[] bytes, ZipOutputStream out) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry stored = renewed(entry);
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(bytes.length);
        stored.setCrc(crc.getValue());
        out.putNextEntry(stored);
        out.write(bytes);
        out.closeEntry();
    }
}
