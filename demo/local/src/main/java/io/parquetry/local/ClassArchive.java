package io.parquetry.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The loaded and verified classes of one program in a file (class data sharing of the JVM): a start that maps the file
 * needs half of the processor time. The first process that exits in an orderly way writes the file, at the cost of some
 * seconds at its exit, so it pays for whoever starts many, as tests do.
 *
 * <p>The file is in {@code X.archives} beside the directory X of the program's jars. The digest in its name is of what
 * the JVM compares, so that an archive that no longer fits is replaced instead of ignored at each start.
 */
final class ClassArchive {
    /** System property that lets programs have archives. */
    static final String PROPERTY = "parquetry.class.archives";

    private static final String SUFFIX = ".jsa";

    /** What the JVM says of classes that it cannot archive is of no use in the log of a node. */
    private static final String QUIET = "-Xlog:cds*=off";

    /** For a program without an archive. */
    static final ClassArchive NONE = new ClassArchive(null, "", "");

    private final Path directory;
    private final String program;
    private final String digest;
    private Path draft;

    private ClassArchive(Path directory, String program, String digest) {
        this.directory = directory;
        this.program = program;
        this.digest = digest;
    }

    /**
     * The archive of {@code mainClass} on the Java of this process; none where its directory cannot be written to, or
     * where {@value #PROPERTY} is not true.
     */
    static ClassArchive of(Path libraries, String mainClass) {
        if (!Boolean.getBoolean(PROPERTY)) {
            return NONE;
        }
        Path directory = libraries.resolveSibling(libraries.getFileName() + ".archives");
        try {
            Files.createDirectories(directory);
            return Files.isWritable(directory)
                    ? new ClassArchive(directory, mainClass + "-", digestOf(libraries))
                    : NONE;
        } catch (IOException e) {
            return NONE;
        }
    }

    private static String digestOf(Path libraries) throws IOException {
        StringBuilder compared = new StringBuilder()
                .append(System.getProperty("java.vm.version"))
                .append(libraries.toAbsolutePath());
        try (Stream<Path> jars = Files.list(libraries)) {
            for (Path jar : jars.sorted().toList()) {
                compared.append(jar.getFileName())
                        .append(' ')
                        .append(Files.size(jar))
                        .append(' ')
                        .append(Files.getLastModifiedTime(jar).toMillis());
            }
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(compared.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, Long.BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    private Path file() {
        return directory.resolve(program + digest + SUFFIX);
    }

    /** The options of one process that uses the archive, or writes one under a name of its own. */
    List<String> jvmOptions() {
        if (directory == null) {
            return List.of();
        }
        if (Files.exists(file())) {
            return List.of("-XX:SharedArchiveFile=" + file(), QUIET);
        }
        draft = directory.resolve(UUID.randomUUID().toString());
        // If this process exits first.
        draft.toFile().deleteOnExit();
        return List.of("-XX:ArchiveClassesAtExit=" + draft, QUIET);
    }

    /** Keeps what the process wrote when it exited in an orderly way, unless another process was faster. */
    void keep() {
        if (draft == null || !Files.exists(draft)) {
            return;
        }
        try {
            if (!Files.exists(file())) {
                deleteOthers();
                Files.move(draft, file());
            }
        } catch (IOException e) {
            // The next process writes it.
        } finally {
            discard();
        }
    }

    /** Deletes what a killed process left. */
    void discard() {
        if (draft != null) {
            draft.toFile().delete();
        }
    }

    /** Archives of other jars, or of another Java. */
    private void deleteOthers() throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(directory, program + "*" + SUFFIX)) {
            for (Path other : others) {
                Files.delete(other);
            }
        }
    }
}
