package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The walks in {@code docs/architecture.md} are calls that the classes make: each line of a block fenced as {@code walk}
 * is a method, and calls the method of the next line. The first word of the fence after {@code walk} names the walk.
 */
class ArchitectureWalkTest {
    private static final Pattern BLOCK = Pattern.compile("```walk (\\S+)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern HOP = Pattern.compile("([A-Z]\\w*)\\.(\\w+)(?:\\s.*)?");

    private static Map<String, List<JavaClass>> classes;
    private static Map<String, List<String>> walks;

    @BeforeAll
    static void readClassesAndWalks() throws IOException {
        JavaClasses all = ProductClasses.all();
        classes = ProductClasses.bySimpleName(all);
        walks = walksOf(Files.readString(ProductClasses.ROOT.resolve("docs/architecture.md")));
    }

    @Test
    void aRecordIsInItsColumnAfterNineCallsAtMost() {
        assertThat(calls("record-to-column")).isLessThanOrEqualTo(9);
    }

    @Test
    void aFileIsFinishedAfterEightCallsAtMost() {
        assertThat(calls("record-to-footer")).isLessThanOrEqualTo(8);
    }

    @Test
    void aPollIsAtTheBytesAfterTenClassesAtMost() {
        Set<String> owners = walk("poll-to-bytes").stream()
                .map(hop -> hop.substring(0, hop.indexOf('.')))
                .collect(Collectors.toSet());

        assertThat(owners).hasSizeLessThanOrEqualTo(10);
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
        assertThat(walks).as("walks in docs/architecture.md").containsKey(name);
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
            List<JavaCodeUnit> callers = methods(hops.get(i));
            List<JavaCodeUnit> callees = methods(hops.get(i + 1));
            if (callers.stream().noneMatch(caller -> calls(caller, callees))) {
                missing.add(hops.get(i) + " does not call " + hops.get(i + 1));
            }
        }
        return missing;
    }

    /** A call of an interface's or superclass's method is a call of each method that implements it. */
    private static boolean calls(JavaCodeUnit caller, List<JavaCodeUnit> callees) {
        return caller.getCallsFromSelf().stream()
                .anyMatch(call -> callees.stream()
                        .anyMatch(callee -> call.getName().equals(callee.getName())
                                && (callee.getOwner()
                                                .isAssignableTo(
                                                        call.getTargetOwner().getName())
                                        || call.getTargetOwner()
                                                .isAssignableTo(
                                                        callee.getOwner().getName()))));
    }

    /** The methods of a hop, overloads and those of nested and super classes among them. */
    private static List<JavaCodeUnit> methods(String hop) {
        String[] parts = hop.split("\\.");
        List<JavaClass> owners = classes.getOrDefault(parts[0], List.of());
        List<JavaCodeUnit> methods = owners.stream()
                .flatMap(owner -> Stream.concat(Stream.of(owner), owner.getAllRawSuperclasses().stream()))
                .flatMap(owner -> owner.getCodeUnits().stream())
                .filter(method -> method.getName().equals(parts[1]))
                .toList();
        assertThat(methods)
                .as("%s is not a method: %s", hop, Arrays.toString(parts))
                .isNotEmpty();
        return methods;
    }
}
