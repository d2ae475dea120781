package io.parquetry.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Classes that break rules: in each of some packages a class with a field for each package that it must not use. The used
 * classes are made too, so nothing of the real ones needs to be public. All are compiled at once, since starting the
 * compiler takes longer than the rest.
 */
final class InjectedClasses {
    static final String USER = "InjectedUser";
    static final String USED = "InjectedUsed";

    private InjectedClasses() {}

    /** Compiles into {@code directory}: for each key a user of all packages in its value. */
    static JavaClasses of(Path directory, Map<String, Set<String>> usedByUser) throws IOException {
        for (Map.Entry<String, Set<String>> each : usedByUser.entrySet()) {
            StringBuilder fields = new StringBuilder();
            int number = 0;
            for (String used : each.getValue()) {
                write(directory, used, USED, "");
                fields.append("    ")
                        .append(used)
                        .append('.')
                        .append(USED)
                        .append(" f")
                        .append(number++)
                        .append(";\n");
            }
            write(directory, each.getKey(), USER, fields.toString());
        }
        compile(directory);
        return new ClassFileImporter().importPath(directory);
    }

    private static void write(Path directory, String packageName, String name, String body) throws IOException {
        Path file = directory.resolve(packageName.replace('.', '/')).resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package " + packageName + ";\npublic class " + name + " {\n" + body + "}\n");
    }

    private static void compile(Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> all = Files.walk(directory)) {
            List<Path> sources =
                    all.filter(path -> path.toString().endsWith(".java")).toList();
            List<String> options =
                    List.of("-d", directory.toString(), "-classpath", directory.toString(), "-proc:none");
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(errors, files, null, options, null, units).call()) {
                throw new IllegalStateException("cannot compile the injected classes: " + errors);
            }
        }
    }
}
