package io.parquetry.format;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The packages of this module and what each may import. A package stands below those that may import it, so that reading
 * from the top down one never meets a name that has not been introduced.
 */
class PackageTableTest {
    private static final String ROOT = "io.parquetry.format";

    /** The table, in order; a package may import the packages listed with it and nothing else of this module. */
    private enum Room {
        EXCEPTIONS(""),
        IO(".io", EXCEPTIONS),
        SCHEMA(".schema", EXCEPTIONS),
        METADATA(".metadata", EXCEPTIONS, SCHEMA),
        VARIANT(".variant", EXCEPTIONS),
        MODEL(".model", EXCEPTIONS, SCHEMA, VARIANT),
        THRIFT(".internal.thrift", EXCEPTIONS, SCHEMA, METADATA),
        COMPRESSION(".internal.compression", EXCEPTIONS, METADATA),
        ENCODING(".internal.encoding", EXCEPTIONS, SCHEMA, METADATA),
        STATISTICS(".internal.statistics", EXCEPTIONS, SCHEMA, METADATA),
        SPARE(".internal.spare"),
        PAGE(".internal.page", EXCEPTIONS, IO, SCHEMA, METADATA, THRIFT, COMPRESSION, ENCODING, SPARE),
        COLUMN(".internal.column", EXCEPTIONS, IO, SCHEMA, METADATA, ENCODING, STATISTICS, PAGE),
        RECORD(".internal.record", EXCEPTIONS, SCHEMA, VARIANT, MODEL, COLUMN),
        ROW_GROUP(".internal.rowgroup", EXCEPTIONS, IO, SCHEMA, METADATA, THRIFT, STATISTICS, COLUMN),
        FILE(
                ".file",
                EXCEPTIONS,
                IO,
                SCHEMA,
                METADATA,
                VARIANT,
                MODEL,
                THRIFT,
                COMPRESSION,
                ENCODING,
                STATISTICS,
                SPARE,
                PAGE,
                COLUMN,
                RECORD,
                ROW_GROUP);

        private final String name;
        private final Room[] mayImport;

        Room(String suffix, Room... mayImport) {
            this.name = ROOT + suffix;
            this.mayImport = mayImport;
        }
    }

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @ParameterizedTest
    @EnumSource(Room.class)
    void aPackageImportsOnlyWhatTheTableAllows(Room room) {
        String[] allowed = Stream.concat(Stream.of(room), Arrays.stream(room.mayImport))
                .map(each -> each.name)
                .toArray(String[]::new);

        noClasses()
                .that(resideInAPackage(room.name))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(false)
                .check(CLASSES);
    }

    @Test
    void everyPackageStandsInTheTable() {
        Set<String> packages =
                CLASSES.stream().map(each -> each.getPackageName()).collect(Collectors.toCollection(TreeSet::new));

        assertThat(packages)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Room.values()).map(room -> room.name).toList());
    }

    @Test
    void packagesMakeNoCycle() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void codecLibrariesAreKnownToCompressionOnly() {
        noClasses()
                .that(not(resideInAPackage(Room.COMPRESSION.name)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.xerial..", "com.github.luben..", "net.jpountz..", "com.aayushatharva.."))
                .check(CLASSES);
    }

    @Test
    void theEngineKnowsNoKafkaNoHadoopAndNoLogging() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.apache..", "org.slf4j..", "java.util.logging..", "com.fasterxml..", "sun..", "jdk.."))
                .check(CLASSES);
    }
}
