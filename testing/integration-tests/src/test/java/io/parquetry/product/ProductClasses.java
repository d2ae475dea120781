package io.parquetry.product;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The main classes of every module that the reactor has compiled. */
final class ProductClasses {
    static final Path ROOT = Path.of("..", "..");

    private ProductClasses() {}

    static JavaClasses all() throws IOException {
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            List<Path> classes = modules.map(module -> module.resolve("target/classes"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
            return new ClassFileImporter().importPaths(classes);
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
