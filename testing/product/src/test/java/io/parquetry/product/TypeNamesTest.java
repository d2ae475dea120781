package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One type name means one type in the whole product, and none of the JDK and of Connect, so that a name in a log or a review needs no package. */
class TypeNamesTest {
    /** Entry points: each program has one. */
    private static final Set<String> SHARED = Set.of("Main");

    /** Terms of the format's specification. */
    private static final Set<String> TERMS = Set.of("TimeUnit", "Type");

    /** As names of nested types: most are those of types of the JDK or of Connect, and none says what is in the type. */
    private static final Set<String> TOO_GENERAL = Set.of("Fields", "Values", "Reader", "Writer", "Stream");

    private static final List<String> PACKAGES_OF_THE_JDK = List.of(
            "lang",
            "lang/reflect",
            "util",
            "util/concurrent",
            "util/function",
            "util/regex",
            "util/stream",
            "util/zip",
            "io",
            "math",
            "net",
            "nio",
            "nio/channels",
            "nio/file",
            "text",
            "time");

    private static JavaClasses product;

    @BeforeAll
    static void importProduct() throws IOException {
        product = ProductClasses.all();
    }

    @Test
    void noTypeHasTheNameOfOneOfTheJdkOrOfConnect() throws IOException {
        Set<String> known = namesOfTheJdk();
        assertThat(known).contains("FileWriter", "Stream", "Optional");
        new ClassFileImporter()
                .importPackages("org.apache.kafka.connect.data", "org.apache.kafka.connect.storage").stream()
                        .map(JavaClass::getSimpleName)
                        .forEach(known::add);
        assertThat(known).contains("HeaderConverter", "Values");

        assertThat(product.stream()
                        .filter(type -> type.isTopLevelClass() && known.contains(type.getSimpleName()))
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !TERMS.contains(name)))
                .isEmpty();
    }

    @Test
    void noNestedTypeHasANameThatFitsAny() {
        assertThat(product.stream()
                        .filter(type -> !type.isTopLevelClass() && TOO_GENERAL.contains(type.getSimpleName())))
                .isEmpty();
    }

    /** Of its public types. */
    private static Set<String> namesOfTheJdk() throws IOException {
        FileSystem runtime = FileSystems.getFileSystem(URI.create("jrt:/"));
        Set<String> names = new HashSet<>();
        for (String each : PACKAGES_OF_THE_JDK) {
            try (Stream<Path> files = Files.list(runtime.getPath("modules/java.base/java/" + each))) {
                files.filter(file -> file.toString().endsWith(".class"))
                        .map(TypeNamesTest::type)
                        .filter(type -> Modifier.isPublic(type.getModifiers()) && !type.isMemberClass())
                        .map(Class::getSimpleName)
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static Class<?> type(Path file) {
        String path = file.subpath(2, file.getNameCount()).toString();
        try {
            return Class.forName(
                    path.substring(0, path.length() - ".class".length()).replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noTwoModulesShareATypeName() {
        assertThat(namesInUseTwice(product)).isEmpty();
    }

    @Test
    void aNameInUseTwiceIsFound() {
        JavaClasses injected = new ClassFileImporter()
                .importClasses(io.parquetry.product.twins.left.Twin.class, io.parquetry.product.twins.right.Twin.class);

        assertThat(namesInUseTwice(injected)).containsExactly("Twin");
    }

    private static List<String> namesInUseTwice(JavaClasses classes) {
        return ProductClasses.bySimpleName(classes).entrySet().stream()
                .filter(named -> named.getValue().size() > 1 && !SHARED.contains(named.getKey()))
                .map(Map.Entry<String, List<JavaClass>>::getKey)
                .toList();
    }
}
