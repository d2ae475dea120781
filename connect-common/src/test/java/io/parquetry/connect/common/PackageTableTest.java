package io.parquetry.connect.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * Schemas know no values' ways, names no storage, the view of the ledger only names and storage, the kit of configurations
 * nothing, retries only that kit, metrics nothing. One package knows Hadoop; one more knows which storage a configuration
 * means. There are no cycles.
 */
class PackageTableTest {
    private static final String ROOT = "io.parquetry.connect.common";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packages_have_no_cycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void only_one_package_knows_hadoop() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".hadoop..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.hadoop..")
                .check(CLASSES);
    }

    @Test
    void packages_know_only_what_their_documentation_says() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("schema")
                .definedBy(ROOT + ".schema..")
                .layer("data")
                .definedBy(ROOT + ".data..")
                .layer("storage")
                .definedBy(ROOT + ".storage..")
                .layer("hadoop")
                .definedBy(ROOT + ".hadoop..")
                .layer("access")
                .definedBy(ROOT + ".access..")
                .layer("naming")
                .definedBy(ROOT + ".naming..")
                .layer("ledger")
                .definedBy(ROOT + ".ledger..")
                .layer("config")
                .definedBy(ROOT + ".config..")
                .layer("retry")
                .definedBy(ROOT + ".retry..")
                .layer("metrics")
                .definedBy(ROOT + ".metrics..")
                .whereLayer("schema")
                .mayOnlyBeAccessedByLayers("data")
                .whereLayer("data")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("ledger")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("access", "retry")
                .whereLayer("retry")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("metrics")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("storage")
                .mayOnlyBeAccessedByLayers("ledger", "hadoop", "access")
                .whereLayer("hadoop")
                .mayOnlyBeAccessedByLayers("access")
                .whereLayer("access")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("naming")
                .mayOnlyBeAccessedByLayers("ledger")
                .check(CLASSES);
    }
}
