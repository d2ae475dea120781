package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The walks in {@code docs/explanation/architecture.md} are calls that the classes make: each line of a block fenced as
 * {@code walk} is a method that calls the method of the next line, perhaps through other methods of its own class. The
 * word after {@code walk} names the walk. The walk leaves those out; too many would hide the way.
 */
class ArchitectureWalkTest {
    private static final Pattern BLOCK = Pattern.compile("```walk (\\S+)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern HOP = Pattern.compile("([A-Z]\\w*)\\.(\\w+)(?:\\s.*)?");

    private static JavaClasses all;
    private static Map<String, List<JavaClass>> classes;
    private static Map<String, List<String>> walks;

    @BeforeAll
    static void readClassesAndWalks() throws IOException {
        all = ProductClasses.all();
        classes = ProductClasses.bySimpleName(all);
        walks = walksOf(Files.readString(ProductClasses.ROOT.resolve("docs/explanation/architecture.md")));
    }

    @Test
    void aRecordIsInItsColumnAfterNineCallsAtMost() {
        assertThat(calls("record-to-column")).isLessThanOrEqualTo(9);
    }

    @Test
    void aDirectoryIsChosenAfterNineCallsAtMost() {
        assertThat(calls("record-to-directory")).isLessThanOrEqualTo(9);
    }

    @Test
    void aFileIsFinishedAfterEightCallsAtMost() {
        assertThat(calls("record-to-footer")).isLessThanOrEqualTo(8);
    }

    @Test
    void aPollReadsTheFirstBytesOfARowGroupThroughTenClassesAtMost() {
        assertThat(classesOf("poll-to-row-group")).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void aPollReadsTheBytesOfAPageThroughThirteenClassesAtMost() {
        assertThat(classesOf("poll-to-page")).hasSizeLessThanOrEqualTo(13);
    }

    @Test
    void theWalkToARowGroupLeavesOutNineMethodsAtMost() {
        List<String> hops = walk("poll-to-row-group");
        int leftOut = 0;
        for (int i = 0; i + 1 < hops.size(); i++) {
            leftOut += methodsBetween(hops.get(i), hops.get(i + 1)).orElseThrow();
        }

        assertThat(leftOut).isLessThanOrEqualTo(9);
    }

    @Test
    void aMethodThatAWalkLeavesOutIsCounted() {
        assertThat(methodsBetween("SourceLoop.poll", "RecordBatcher.next").orElseThrow())
                .isPositive();
    }

    private static Set<String> classesOf(String walk) {
        return walk(walk).stream()
                .map(hop -> hop.substring(0, hop.indexOf('.')))
                .collect(Collectors.toSet());
    }

    @Test
    void everyHopCallsTheNext() {
        assertThat(walks)
                .isNotEmpty()
                .allSatisfy((name, hops) -> assertThat(missingCalls(hops)).isEmpty());
    }

    @Test
    void aCallThatIsNotMadeIsFound() {
        assertThat(missingCalls(List.of("ParquetSinkTask.put", "ParquetSourceTask.poll")))
                .containsExactly("ParquetSinkTask.put does not call ParquetSourceTask.poll");
    }

    @Test
    void aMethodThatDoesNotExistIsFound() {
        assertThatThrownBy(() -> missingCalls(List.of("ParquetSinkTask.wander", "ParquetSinkTask.put")))
                .hasMessageContaining("ParquetSinkTask.wander is not a method");
    }

    /** Calls after the first method, which the worker calls. */
    private static int calls(String walk) {
        return walk(walk).size() - 1;
    }

    private static List<String> walk(String name) {
        assertThat(walks).as("walks in docs/explanation/architecture.md").containsKey(name);
        return walks.get(name);
    }

    private static Map<String, List<String>> walksOf(String text) {
        Map<String, List<String>> walks = new TreeMap<>();
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            List<String> hops = new ArrayList<>();
            for (String line :
                    blocks.group(2).lines().filter(each -> !each.isBlank()).toList()) {
                Matcher hop = HOP.matcher(line.strip());
                assertThat(hop.matches())
                        .as("'%s' begins with Class.method", line)
                        .isTrue();
                hops.add(hop.group(1) + "." + hop.group(2));
            }
            walks.put(blocks.group(1), hops);
        }
        return walks;
    }

    private static List<String> missingCalls(List<String> hops) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i + 1 < hops.size(); i++) {
            if (methodsBetween(hops.get(i), hops.get(i + 1)).isEmpty()) {
                missing.add(hops.get(i) + " does not call " + hops.get(i + 1));
            }
        }
        return missing;
    }

    /** Through how many other methods of its class a hop calls the next one, at least; empty when it does not. */
    private static OptionalInt methodsBetween(String hop, String next) {
        Set<JavaCodeUnit> callees = methods(next);
        return withOwnCallees(hop).entrySet().stream()
                .filter(caller -> caller.getKey().getCallsFromSelf().stream()
                        .anyMatch(call -> callees.stream().anyMatch(callee -> isCallOf(call, callee))))
                .mapToInt(Map.Entry::getValue)
                .min();
    }

    /**
     * The methods of a hop and those of the same class that they call, since a hop leads from class to class; each with
     * the number of calls that lead to it.
     */
    private static Map<JavaCodeUnit, Integer> withOwnCallees(String hop) {
        Map<JavaCodeUnit, Integer> reached = new HashMap<>();
        methods(hop).forEach(method -> reached.put(method, 0));
        Deque<JavaCodeUnit> open = new ArrayDeque<>(reached.keySet());
        List<JavaCodeUnit> own = codeUnits(hop).toList();
        while (!open.isEmpty()) {
            JavaCodeUnit caller = open.remove();
            int calls = reached.get(caller) + 1;
            for (JavaCall<?> call : caller.getCallsFromSelf()) {
                own.stream()
                        .filter(method -> isCallOf(call, method) && reached.putIfAbsent(method, calls) == null)
                        .forEach(open::add);
            }
        }
        return reached;
    }

    /**
     * A call of an interface's or superclass's method is a call of each method that implements it; the number of
     * parameters tells overloads apart.
     */
    private static boolean isCallOf(JavaCall<?> call, JavaCodeUnit method) {
        JavaClass owner = method.getOwner();
        JavaClass target = call.getTargetOwner();
        return call.getName().equals(method.getName())
                && call.getTarget().getRawParameterTypes().size()
                        == method.getRawParameterTypes().size()
                && (owner.isAssignableTo(target.getName()) || target.isAssignableTo(owner.getName()));
    }

    private static Set<JavaCodeUnit> methods(String hop) {
        String name = hop.substring(hop.indexOf('.') + 1);
        Set<JavaCodeUnit> methods = codeUnits(hop)
                .filter(method -> method.getName().equals(name))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        assertThat(methods).as(hop + " is not a method").isNotEmpty();
        return methods;
    }

    /** The code of a hop's class, its superclasses and nested classes. */
    private static Stream<JavaCodeUnit> codeUnits(String hop) {
        return classes.getOrDefault(hop.substring(0, hop.indexOf('.')), List.of()).stream()
                .flatMap(owner -> Stream.concat(owner.getAllRawSuperclasses().stream(), withNested(owner)))
                .flatMap(owner -> owner.getCodeUnits().stream());
    }

    private static Stream<JavaClass> withNested(JavaClass owner) {
        return all.stream().filter(each -> each.equals(owner) || each.getName().startsWith(owner.getName() + "$"));
    }
}
