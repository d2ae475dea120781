package io.parquetry.benchmarks.contender;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A build of the engine with classes of its own, so that two builds run in one JVM, each compiled by it for itself, and
 * other load of the machine affects both alike.
 */
final class EngineBuild implements Closeable {
    private final URLClassLoader loader;
    private final EngineWork work;

    private static final class Loader extends URLClassLoader {
        Loader(List<URL> places) {
            super(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(EngineWork.class.getName()) ? EngineWork.class : super.loadClass(name, resolve);
        }
    }

    /** @param classes the other build, whose classes replace today's; empty for today's */
    EngineBuild(Optional<Path> classes) throws IOException {
        List<URL> places = new ArrayList<>();
        if (classes.isPresent()) {
            places.add(classes.get().toUri().toURL());
        }
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            places.add(Path.of(place).toUri().toURL());
        }
        loader = new Loader(places);
        try {
            work = loader.loadClass(PlainEngineWork.class.getName())
                    .asSubclass(EngineWork.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            loader.close();
            throw new IOException("cannot use the build of the engine in " + classes.orElseThrow() + ": " + e, e);
        }
    }

    EngineWork work() {
        return work;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
