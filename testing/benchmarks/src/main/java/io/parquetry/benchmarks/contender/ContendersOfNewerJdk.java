package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.measure.Contender;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Contenders whose classes need a newer JDK than this build does. A build with such a JDK has them, in {@code
 * src/main/java21}; any other has none.
 */
public interface ContendersOfNewerJdk {
    /** The JDK that all of them run with. */
    int JDK_MIN = 21;

    /** Opens a file and asks for its metadata and its schema. */
    Contender open(FooterFiles kind, Path file);

    /** Opens a file and reads the first column of one row group. */
    Contender openAndRead(FooterFiles kind, Path file);

    /** Reads all values of all rows. */
    Contender read(Path file);

    /** Those that this build has, if this JDK can run them. */
    static List<ContendersOfNewerJdk> all() {
        if (Runtime.version().feature() < JDK_MIN) {
            return List.of();
        }
        return ServiceLoader.load(ContendersOfNewerJdk.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
