package io.parquetry.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every module's classes keep to the module's {@link PackageTable}; and the table itself is tried: each dependency that the
 * table forbids is injected into each package and must be found.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PackageTableContract {
    /** Packages of Parquetry that a module might import by mistake; those that a table allows are left out. */
    private static final Set<String> OF_OTHER_MODULES = Set.of(
            "io.parquetry.format.internal.page",
            "io.parquetry.format.internal.column.write",
            "io.parquetry.connect.common.storage",
            "io.parquetry.connect.sink",
            "io.parquetry.connect.sink.write",
            "io.parquetry.connect.source",
            "io.parquetry.connect.source.read",
            "io.parquetry.storage.hadoop",
            "io.parquetry.cli",
            "io.parquetry.local",
            "io.parquetry.benchmarks");

    private static final Pattern INJECTED = Pattern.compile(
            "<([\\w.]+)\\." + InjectedClasses.USER + "\\.f\\d+> has type <([\\w.]+)\\." + InjectedClasses.USED + ">");

    private final PackageTable table;
    private final JavaClasses classes;

    @TempDir
    private Path directory;

    protected PackageTableContract(PackageTable table) {
        this.table = table;
        // The table is of names: what a class outside of the module extends decides nothing.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        this.classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(table.root());
    }

    @Test
    void everyPackageHasALineInTheTable() {
        assertThat(table.mismatches(classes)).isEmpty();
    }

    @Test
    void everyPackageImportsOnlyWhatTheTableAllows() {
        assertThat(table.violations(classes)).isEmpty();
    }

    @Test
    void anInjectedViolationOfEachRuleIsFound() throws IOException {
        Map<String, Set<String>> forbidden = new TreeMap<>();
        table.packages().forEach(user -> forbidden.put(user, forbiddenTo(user)));
        Map<String, Set<String>> found = new TreeMap<>();
        for (String line : table.violations(InjectedClasses.of(directory, forbidden))) {
            Matcher violation = INJECTED.matcher(line);
            assertThat(violation.find()).as(line).isTrue();
            found.computeIfAbsent(violation.group(1), user -> new TreeSet<>()).add(violation.group(2));
        }

        assertThat(forbidden.values()).noneMatch(Set::isEmpty);
        assertThat(found).isEqualTo(forbidden);
    }

    @Test
    void anInjectedPackageWithoutALineIsFound() throws IOException {
        String unknown = table.root() + ".injected";
        JavaClasses injected = InjectedClasses.of(directory, Map.of(unknown, Set.of()));

        assertThat(table.mismatches(injected)).contains(unknown + " has no line in the table");
    }

    private Set<String> forbiddenTo(String user) {
        Set<String> candidates = new TreeSet<>(table.packages());
        candidates.addAll(OF_OTHER_MODULES);
        table.libraries().forEach(library -> candidates.add(library + ".injected"));
        Set<String> forbidden = new TreeSet<>();
        candidates.stream().filter(used -> !table.allows(user, used)).forEach(forbidden::add);
        return forbidden;
    }
}
