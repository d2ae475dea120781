package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the formatter leaves alone, found in the trees of the JDK's compiler: names of types and methods, imports of
 * whole packages, and in the product long methods and long lists of parameters. Checkstyle has these rules as well,
 * but takes ten times as long for its trees, and its rules for lines are enough ({@code build/checkstyle.xml}). And
 * each module says in a {@code PackageTableTest} what its packages may import.
 */
class SourceHabitsTest {
    private static final int LINES_MAX = 70;
    private static final int PARAMETERS_MAX = 9;
    private static final String TYPE_NAME = "[A-Z][a-zA-Z0-9]*";
    private static final String METHOD_NAME = "[a-z][a-zA-Z0-9]*";

    @Test
    void eachSourceOfAllModulesKeepsThem() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : modules()) {
            sources.addAll(sources(module));
        }
        assertThat(sources).hasSizeGreaterThan(1_500);

        assertThat(violations(sources)).isEmpty();
    }

    @Test
    void eachModuleWithMainSourcesSaysWhatItsPackagesMayImport() throws IOException {
        for (Path module : modules()) {
            if (Files.exists(module.resolve("src/main/java"))) {
                assertThat(sources(module)).as("%s", module).anyMatch(file -> file.endsWith("PackageTableTest.java"));
            }
        }
    }

    private static List<Path> sources(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> files =
                Files.find(ProductClasses.ROOT, 3, (file, is) -> file.endsWith("src") && is.isDirectory())) {
            return files.map(Path::getParent).toList();
        }
    }

    @Test
    void eachHabitIsMissedWhereItIsNotKept(@TempDir Path directory) throws IOException {
        String body = "        int a = 0;\n".repeat(LINES_MAX - 2);
        Path source = Files.writeString(directory.resolve("a.java"), """
                import java.util.*;
                class a {
                    void Upper() {
                    }
                    void longest() {
                %s    }
                    void longer() {

                        // A comment does not count.
                %s        int b = 0;
                    }
                    a(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {}
                }
                """.formatted(body, body));

        assertThat(violations(List.of(source)))
                .containsExactly(
                        source + ": import java.util.*",
                        source + ": the name of type a is not [A-Z][a-zA-Z0-9]*",
                        source + ": the name of method Upper is not [a-z][a-zA-Z0-9]*",
                        source + ": method longer has 71 lines, allowed are 70",
                        source + ": method <init> has 10 parameters, allowed are 9");
    }

    private static List<String> violations(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<String> found = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                new Habits(unit, positions, found).scan(new TreePath(unit), null);
            }
            return found;
        }
    }

    private static final class Habits extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final String file;
        private final CharSequence source;
        private final boolean isProduct;
        private final List<String> found;

        Habits(CompilationUnitTree unit, SourcePositions positions, List<String> found) throws IOException {
            this.unit = unit;
            this.positions = positions;
            this.file = unit.getSourceFile().getName();
            this.source = unit.getSourceFile().getCharContent(true);
            this.isProduct = !unit.getSourceFile().toUri().getPath().contains("/src/test/");
            this.found = found;
        }

        @Override
        public Void visitImport(ImportTree node, Void none) {
            if (node.getQualifiedIdentifier().toString().endsWith(".*")) {
                found.add(file + ": import " + node.getQualifiedIdentifier());
            }
            return super.visitImport(node, none);
        }

        @Override
        public Void visitClass(ClassTree node, Void none) {
            requireName("type", node.getSimpleName().toString(), TYPE_NAME);
            return super.visitClass(node, none);
        }

        @Override
        public Void visitMethod(MethodTree node, Void none) {
            String name = node.getName().toString();
            if (node.getReturnType() != null) {
                requireName("method", name, METHOD_NAME);
            }
            if (isProduct) {
                if (!isOfRecord() || node.getReturnType() != null) {
                    requireAtMost(name, "parameters", node.getParameters().size(), PARAMETERS_MAX);
                }
                if (node.getBody() != null) {
                    requireAtMost(name, "lines", lines(node.getBody()), LINES_MAX);
                }
            }
            return super.visitMethod(node, none);
        }

        /** The parameters of its constructors are its components. */
        private boolean isOfRecord() {
            return getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
        }

        /** An anonymous class has no name. */
        private void requireName(String what, String name, String pattern) {
            if (!name.isEmpty() && !name.matches(pattern)) {
                found.add(file + ": the name of " + what + " " + name + " is not " + pattern);
            }
        }

        private void requireAtMost(String name, String what, int value, int max) {
            if (value > max) {
                found.add(file + ": method " + name + " has " + value + " " + what + ", allowed are " + max);
            }
        }

        /** With code, braces included. */
        private int lines(Tree body) {
            int begin = (int) positions.getStartPosition(unit, body);
            int end = (int) positions.getEndPosition(unit, body);
            return (int) source.subSequence(begin, end)
                    .toString()
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("//") && !line.startsWith("*"))
                    .filter(line -> !line.startsWith("/*"))
                    .count();
        }
    }
}
