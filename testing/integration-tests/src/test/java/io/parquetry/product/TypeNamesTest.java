package io.parquetry.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One type name means one type in the whole product, so that a name in a log or a review needs no package. */
class TypeNamesTest {
    /** Entry points: each program has one. */
    private static final Set<String> SHARED = Set.of("Main");

    @Test
    void noTwoModulesShareATypeName() throws IOException {
        assertThat(namesInUseTwice(ProductClasses.all())).isEmpty();
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
