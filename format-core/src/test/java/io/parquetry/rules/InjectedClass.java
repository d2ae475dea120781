package io.parquetry.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A class in one package with a field for each of some other packages, compiled for the occasion: what a developer would
 * write who breaks a rule. The classes of the other packages are made too, so nothing of the real ones needs to be public.
 */
final class InjectedClass {
    private static final String USER = "InjectedUser";
    private static final String USED = "InjectedUsed";

    private InjectedClass() {}

    /** Compiles into {@code directory}; the imported classes hold one user and every class used. */
    static JavaClasses using(Path directory, String user, Set<String> used) throws IOException {
        StringBuilder fields = new StringBuilder();
        int number = 0;
        for (String each : used) {
            write(directory, each, USED, "");
            fields.append("    ")
                    .append(each)
                    .append('.')
                    .append(USED)
                    .append(" f")
                    .append(number++)
                    .append(";\n");
        }
        write(directory, user, USER, fields.toString());
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
