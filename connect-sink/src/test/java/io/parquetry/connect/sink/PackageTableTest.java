package io.parquetry.connect.sink;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Each package knows those to its left only: partition; metrics; config; commit; errors; schema; write; the root. */
class PackageTableTest {
    private static final String ROOT = "io.parquetry.connect.sink";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesKnowOnlyWhatLiesBelowThem() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("root")
                .definedBy(ROOT)
                .layer("write")
                .definedBy(ROOT + ".write")
                .layer("config")
                .definedBy(ROOT + ".config")
                .layer("partition")
                .definedBy(ROOT + ".partition")
                .layer("commit")
                .definedBy(ROOT + ".commit")
                .layer("errors")
                .definedBy(ROOT + ".errors")
                .layer("schema")
                .definedBy(ROOT + ".schema")
                .layer("metrics")
                .definedBy(ROOT + ".metrics")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("write")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("root", "write", "schema", "errors")
                .whereLayer("partition")
                .mayOnlyBeAccessedByLayers("config", "write")
                .whereLayer("commit")
                .mayOnlyBeAccessedByLayers("root", "write")
                .whereLayer("schema")
                .mayOnlyBeAccessedByLayers("write")
                .whereLayer("errors")
                .mayOnlyBeAccessedByLayers("write")
                .whereLayer("metrics")
                .mayOnlyBeAccessedByLayers("root", "write", "errors")
                .check(CLASSES);
    }
}
