package io.parquetry.product;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The main classes of every module that the reactor has compiled. */
final class ProductClasses {
    static final Path ROOT = Path.of("..", "..");

    private static JavaClasses all;

    private ProductClasses() {}

    /** Read once for all tests. Of libraries and of the JDK the names are enough. */
    static synchronized JavaClasses all() throws IOException {
        if (all == null) {
            ArchConfiguration configuration = ArchConfiguration.get();
            configuration.setResolveMissingDependenciesFromClassPath(false);
            all = new ClassFileImporter().importPaths(directories());
            configuration.setResolveMissingDependenciesFromClassPath(true);
        }
        return all;
    }

    /** The simple names of the top-level classes but those of one module, from the names of their files alone. */
    static Set<String> topLevelNamesWithout(String module) throws IOException {
        Path leftOut = ROOT.resolve(module);
        Set<String> names = new TreeSet<>();
        for (Path directory : directories()) {
            if (directory.startsWith(leftOut)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(directory)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("-"))
                        .forEach(name -> names.add(name.substring(0, name.indexOf('.'))));
            }
        }
        return names;
    }

    private static List<Path> directories() throws IOException {
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            return modules.map(module -> module.resolve("target/classes"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    /** The folders of the modules whose classes run in a worker, but for the engine: connectors, storages, tables. */
    static List<Path> pluginModules() throws IOException {
        Stream<String> named = Stream.of("connect-common", "connect-sink", "connect-source", "table-iceberg");
        return Stream.concat(named.map(ROOT::resolve), storages().stream())
                .sorted()
                .toList();
    }

    /** The folders of the modules of storages. */
    static List<Path> storages() throws IOException {
        try (Stream<Path> folders = Files.list(ROOT.resolve("storage"))) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }

    /** The top-level classes by their simple names; a name has more than one class where modules share it. */
    static Map<String, List<JavaClass>> bySimpleName(JavaClasses classes) {
        return classes.stream()
                .filter(each -> each.getPackageName().startsWith("io.parquetry"))
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .filter(each -> !each.getSimpleName().equals("module-info"))
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, TreeMap::new, Collectors.toList()));
    }
}
