package io.parquetry.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Javas that are installed beside that of the build. */
final class InstalledJavas {
    /** Where installers put Javas, one directory each. */
    static final List<Path> PLACES = List.of(Path.of("/usr/lib/jvm"), Path.of("/opt"), Path.of("/opt/java"));

    private InstalledJavas() {}

    /** A Java of this feature release, as its file {@code release} says; null when there is none. */
    static Path home(int feature) {
        return PLACES.stream()
                .filter(Files::isDirectory)
                .flatMap(InstalledJavas::directories)
                .filter(home -> isOf(feature, home))
                .findFirst()
                .orElse(null);
    }

    private static Stream<Path> directories(Path place) {
        try (Stream<Path> entries = Files.list(place)) {
            return entries.filter(Files::isDirectory).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + place, e);
        }
    }

    private static boolean isOf(int feature, Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isRegularFile(release)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.anyMatch(line -> line.matches("JAVA_VERSION=\"" + feature + "([.+-].*)?\""));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + release, e);
        }
    }
}
