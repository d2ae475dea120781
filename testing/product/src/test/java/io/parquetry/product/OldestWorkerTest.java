package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.FieldAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.junit.jupiter.api.Test;

/**
 * The oldest worker that the plugin runs on has every class, method and field of Kafka that the plugin refers to. The
 * plugin is compiled with the newest Kafka, so the compiler does not find what is too new.
 */
class OldestWorkerTest {
    private static final Path LIBRARIES = Path.of(System.getProperty("parquetry.oldest.worker.libraries"));

    /** What is called only where a worker has it; {@code WorkerMetricsTest} says what happens on another. */
    private static final Set<String> GUARDED = Set.of(
            "org.apache.kafka.common.metrics.PluginMetrics",
            "org.apache.kafka.connect.sink.SinkTaskContext.pluginMetrics()",
            "org.apache.kafka.connect.source.SourceTaskContext.pluginMetrics()");

    @Test
    void theOldestWorkerHasAllThatThePluginRefersTo() throws IOException {
        List<Path> classes = ProductClasses.pluginModules().stream()
                .map(module -> module.resolve("target/classes"))
                .toList();

        Set<String> missing = missing(new ClassFileImporter().importPaths(classes), LIBRARIES);

        assertThat(missing)
                .as("what the Kafka in %s does not have, beyond what the plugin asks for first", LIBRARIES)
                .isEqualTo(new TreeSet<>(GUARDED));
    }

    @Test
    void aCallThatTheOldestWorkerDoesNotHaveIsFound() throws IOException {
        assertThat(missing(new ClassFileImporter().importClasses(TooNew.class), LIBRARIES))
                .containsExactly(
                        "org.apache.kafka.common.metrics.PluginMetrics",
                        "org.apache.kafka.connect.sink.SinkTaskContext.pluginMetrics()");
    }

    /** Calls what Kafka Connect has since 4.1. */
    static final class TooNew {
        private TooNew() {}

        static PluginMetrics of(SinkTaskContext context) {
            return context.pluginMetrics();
        }
    }

    /** The classes and members of Kafka that the classes refer to and the jars in {@code libraries} lack. */
    private static Set<String> missing(Collection<JavaClass> classes, Path libraries) throws IOException {
        Set<String> missing = new TreeSet<>();
        try (URLClassLoader kafka = new URLClassLoader(jars(libraries), ClassLoader.getPlatformClassLoader())) {
            for (JavaClass each : classes) {
                for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (isOfKafka(target) && load(target, kafka).isEmpty()) {
                        missing.add(target.getName());
                    }
                }
                for (JavaAccess<?> access : each.getAccessesFromSelf()) {
                    JavaClass owner = access.getTargetOwner();
                    if (isOfKafka(owner)
                            && load(owner, kafka)
                                    .filter(type -> !has(type, access))
                                    .isPresent()) {
                        missing.add(access.getTarget().getFullName());
                    }
                }
            }
        }
        return missing;
    }

    private static boolean isOfKafka(JavaClass type) {
        return type.getName().startsWith("org.apache.kafka.");
    }

    private static URL[] jars(Path libraries) throws IOException {
        try (Stream<Path> files = Files.list(libraries)) {
            List<URL> urls = new ArrayList<>();
            for (Path jar : files.toList()) {
                urls.add(url(jar));
            }
            return urls.toArray(URL[]::new);
        }
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }

    private static Optional<Class<?>> load(JavaClass type, ClassLoader loader) {
        try {
            return Optional.of(Class.forName(type.getName(), false, loader));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Whether the class or one that it extends or implements declares the target, with these types. */
    private static boolean has(Class<?> type, JavaAccess<?> access) {
        return access.getTarget() instanceof FieldAccessTarget field
                ? lineage(type)
                        .flatMap(each -> Stream.of(each.getDeclaredFields()))
                        .anyMatch(found -> found.getName().equals(field.getName())
                                && found.getType()
                                        .getName()
                                        .equals(field.getRawType().getName()))
                : hasCodeUnit(type, (CodeUnitAccessTarget) access.getTarget());
    }

    private static boolean hasCodeUnit(Class<?> type, CodeUnitAccessTarget target) {
        List<String> parameters =
                target.getRawParameterTypes().stream().map(JavaClass::getName).toList();
        if (target.getName().equals("<init>")) {
            return Stream.of(type.getDeclaredConstructors())
                    .anyMatch(found -> names(found.getParameterTypes()).equals(parameters));
        }
        String result = target.getRawReturnType().getName();
        return lineage(type)
                .flatMap(each -> Stream.of(each.getDeclaredMethods()))
                .anyMatch(found -> found.getName().equals(target.getName())
                        && found.getReturnType().getName().equals(result)
                        && names(found.getParameterTypes()).equals(parameters));
    }

    private static List<String> names(Class<?>[] types) {
        return Stream.of(types).map(Class::getName).toList();
    }

    private static Stream<Class<?>> lineage(Class<?> type) {
        Stream<Class<?>> parents =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
        Stream<Class<?>> all = Stream.concat(Stream.of(type), parents.flatMap(OldestWorkerTest::lineage));
        return type.isInterface() ? Stream.concat(all, Stream.of(Object.class)) : all;
    }
}
