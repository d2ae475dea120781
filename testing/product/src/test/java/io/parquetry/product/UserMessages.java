package io.parquetry.product;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The texts that a source tree gives to exceptions and to warnings and errors of the log, in a normal form: an
 * ellipsis stands for each variable part. A text is found where it is the argument of an exception, of its {@code
 * super} call, of a {@code Halt}, which becomes an exception at each start, or the format of {@code LOG.warn} or {@code LOG.error}; also where a variable or a method of the same
 * file makes it. A text with fewer than two fixed words only wraps another one and is left out.
 */
final class UserMessages {
    static final String VARIABLE = "\u2026";

    /** Fixed words in the opening of a message; with these few, no two causes of ours share one. */
    private static final int OPENING_WORDS = 8;

    private static final Set<String> LOG_METHODS = Set.of("warn", "error");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{}|%[-#+ 0,]*\\d*(?:\\.\\d+)?[sdxf]");
    private static final Pattern WORD = Pattern.compile("\\p{L}{2,}");

    private final Set<String> leftOut;
    private final SortedMap<String, String> placeByMessage = new TreeMap<>();

    private UserMessages(Set<String> leftOut) {
        this.leftOut = leftOut;
    }

    /** The messages below the directories, each with one file that has it. */
    static SortedMap<String, String> in(List<Path> directories, Set<String> exceptionsLeftOut) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path directory : directories) {
            try (Stream<Path> files = Files.walk(directory)) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
            }
        }
        UserMessages messages = new UserMessages(exceptionsLeftOut);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                messages.new Finder(unit).scan(unit, null);
            }
        }
        return messages.placeByMessage;
    }

    /** The fixed words with which a message begins, and the variable parts among them. */
    static String opening(String message) {
        StringBuilder opening = new StringBuilder();
        int words = 0;
        for (String token : message.split(" ")) {
            if (words == OPENING_WORDS) {
                break;
            }
            opening.append(opening.isEmpty() ? "" : " ").append(token);
            words += WORD.matcher(token).find() ? 1 : 0;
        }
        return opening.toString();
    }

    static String normal(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(VARIABLE)
                .replaceAll("\\s+", " ")
                .replaceAll(VARIABLE + "(?: ?" + VARIABLE + ")+", VARIABLE)
                .strip();
    }

    private void add(String text, CompilationUnitTree unit) {
        String message = normal(text);
        if (WORD.matcher(message).results().count() >= 2) {
            placeByMessage.putIfAbsent(
                    message,
                    Path.of(unit.getSourceFile().getName()).getFileName().toString());
        }
    }

    private final class Finder extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private String className = "";

        Finder(CompilationUnitTree unit) {
            this.unit = unit;
        }

        @Override
        public Void visitClass(ClassTree node, Void unused) {
            String outer = className;
            className = node.getSimpleName().toString();
            super.visitClass(node, unused);
            className = outer;
            return null;
        }

        @Override
        public Void visitNewClass(NewClassTree node, Void unused) {
            String type = node.getIdentifier().toString();
            if ((type.endsWith("Exception") || type.equals("Halt")) && !leftOut.contains(type)) {
                node.getArguments().forEach(this::addTexts);
            }
            return super.visitNewClass(node, unused);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree node, Void unused) {
            String called = node.getMethodSelect().toString();
            if (called.equals("super") && className.endsWith("Exception") && !leftOut.contains(className)) {
                node.getArguments().forEach(this::addTexts);
            }
            if (called.startsWith("LOG.") && LOG_METHODS.contains(called.substring(4))) {
                addTexts(node.getArguments().get(0));
            }
            return super.visitMethodInvocation(node, unused);
        }

        private void addTexts(ExpressionTree argument) {
            texts(argument, 0).forEach(text -> add(text, unit));
        }

        /** Only the head of a text is followed into choices, variables and methods; behind it these are variable. */
        private List<String> texts(ExpressionTree expression, int depth) {
            if (depth > 8) {
                return List.of(VARIABLE);
            }
            if (expression instanceof LiteralTree literal) {
                return List.of(text(literal));
            }
            if (expression instanceof ParenthesizedTree inner) {
                return texts(inner.getExpression(), depth);
            }
            if (expression instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
                String rest = fixed(sum.getRightOperand());
                return texts(sum.getLeftOperand(), depth).stream()
                        .map(head -> head + rest)
                        .toList();
            }
            if (expression instanceof ConditionalExpressionTree choice) {
                return Stream.of(choice.getTrueExpression(), choice.getFalseExpression())
                        .flatMap(each -> texts(each, depth + 1).stream())
                        .toList();
            }
            if (expression instanceof IdentifierTree name) {
                return made(new VariableTexts(name.getName().toString(), depth + 1));
            }
            if (expression instanceof MethodInvocationTree call) {
                return texts(call, depth);
            }
            return List.of(VARIABLE);
        }

        private List<String> texts(MethodInvocationTree call, int depth) {
            if (call.getMethodSelect() instanceof IdentifierTree method) {
                return made(new ReturnedTexts(method.getName().toString(), depth + 1));
            }
            if (call.getMethodSelect() instanceof MemberSelectTree select
                    && select.getIdentifier().contentEquals("formatted")) {
                return texts(select.getExpression(), depth + 1);
            }
            return List.of(VARIABLE);
        }

        private List<String> made(TextScanner scanner) {
            scanner.scan(unit, null);
            return scanner.found.isEmpty() ? List.of(VARIABLE) : scanner.found;
        }

        private String fixed(ExpressionTree expression) {
            if (expression instanceof LiteralTree literal) {
                return text(literal);
            }
            if (expression instanceof ParenthesizedTree inner) {
                return fixed(inner.getExpression());
            }
            if (expression instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
                return fixed(sum.getLeftOperand()) + fixed(sum.getRightOperand());
            }
            return VARIABLE;
        }

        private static String text(LiteralTree literal) {
            return literal.getValue() instanceof String || literal.getValue() instanceof Character
                    ? literal.getValue().toString()
                    : VARIABLE;
        }

        private abstract class TextScanner extends TreeScanner<Void, Void> {
            final List<String> found = new ArrayList<>();
            final String name;
            final int depth;

            TextScanner(String name, int depth) {
                this.name = name;
                this.depth = depth;
            }
        }

        private final class VariableTexts extends TextScanner {
            VariableTexts(String name, int depth) {
                super(name, depth);
            }

            @Override
            public Void visitVariable(VariableTree node, Void unused) {
                if (node.getName().contentEquals(name) && node.getInitializer() != null) {
                    found.addAll(texts(node.getInitializer(), depth));
                }
                return super.visitVariable(node, unused);
            }

            @Override
            public Void visitAssignment(AssignmentTree node, Void unused) {
                if (node.getVariable() instanceof IdentifierTree assigned
                        && assigned.getName().contentEquals(name)) {
                    found.addAll(texts(node.getExpression(), depth));
                }
                return super.visitAssignment(node, unused);
            }
        }

        private final class ReturnedTexts extends TextScanner {
            private boolean inside;

            ReturnedTexts(String name, int depth) {
                super(name, depth);
            }

            @Override
            public Void visitMethod(MethodTree node, Void unused) {
                inside = node.getName().contentEquals(name);
                super.visitMethod(node, unused);
                inside = false;
                return null;
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree node, Void unused) {
                return null;
            }

            @Override
            public Void visitReturn(ReturnTree node, Void unused) {
                if (inside && node.getExpression() != null) {
                    found.addAll(texts(node.getExpression(), depth));
                }
                return super.visitReturn(node, unused);
            }
        }
    }
}
