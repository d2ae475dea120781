package io.parquetry.rules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packages of one module and what each of them may import.
 *
 * <p>The text has a line for each package: {@code name : imports}, where names are relative to the module's root package,
 * {@code (root)} is the root package itself and imports are separated by commas. A package may import only packages of
 * lines above its own line, so a table cannot allow a cycle. Of Parquetry's other modules a class may import only the
 * packages named by {@link #imports}, and a library named by {@link #library} only in the packages given there.
 */
public final class PackageTable {
    private static final String PRODUCT = "io.parquetry";
    private static final String ROOT_LINE = "(root)";

    private final String root;
    private final Map<String, Set<String>> importsByPackage = new LinkedHashMap<>();
    private final Set<String> otherModules = new LinkedHashSet<>();
    private final Map<String, Set<String>> packagesByLibrary = new LinkedHashMap<>();

    private PackageTable(String root) {
        this.root = root;
    }

    /** @throws IllegalArgumentException when a package imports itself or a package that is not above it */
    public static PackageTable of(String root, String text) {
        PackageTable table = new PackageTable(root);
        text.lines().filter(line -> !line.isBlank()).forEach(table::addLine);
        return table;
    }

    private void addLine(String line) {
        String[] sides = line.split(":", 2);
        Set<String> imports = new LinkedHashSet<>();
        for (String name : split(sides[1])) {
            String imported = qualified(name);
            if (!importsByPackage.containsKey(imported)) {
                throw new IllegalArgumentException(
                        "'" + line.strip() + "': " + name + " is not a package of a line above this one");
            }
            imports.add(imported);
        }
        importsByPackage.put(qualified(sides[0].strip()), imports);
    }

    private static List<String> split(String names) {
        return Arrays.stream(names.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private String qualified(String name) {
        return name.equals(ROOT_LINE) ? root : root + "." + name;
    }

    /** Allows the packages of other modules that any package of this module may import, by their full names. */
    public PackageTable imports(String... packages) {
        otherModules.addAll(List.of(packages));
        return this;
    }

    /** Allows a library, by a prefix of its package names, in some packages only; {@code names} as in the table. */
    public PackageTable library(String prefix, String... names) {
        packagesByLibrary.put(prefix, Stream.of(names).map(this::qualified).collect(Collectors.toSet()));
        return this;
    }

    String root() {
        return root;
    }

    Set<String> packages() {
        return importsByPackage.keySet();
    }

    Set<String> libraries() {
        return packagesByLibrary.keySet();
    }

    /** The packages that exist without a line, and the lines whose package does not exist. */
    List<String> mismatches(JavaClasses classes) {
        Set<String> existing = classes.stream()
                .map(JavaClass::getPackageName)
                .filter(this::isOfModule)
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> mismatches = new ArrayList<>();
        existing.stream()
                .filter(name -> !importsByPackage.containsKey(name))
                .forEach(name -> mismatches.add(name + " has no line in the table"));
        importsByPackage.keySet().stream()
                .filter(name -> !existing.contains(name))
                .forEach(name -> mismatches.add(name + " has a line in the table but no class"));
        return mismatches;
    }

    /** The dependencies that the table does not allow, a line each. */
    List<String> violations(JavaClasses classes) {
        return classes.stream()
                .filter(each -> isOfModule(each.getPackageName()))
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> !allows(dependency))
                .map(Dependency::getDescription)
                .sorted()
                .toList();
    }

    /** Whether a class of one package may depend on a class of another. */
    boolean allows(String from, String to) {
        if (from.equals(to)) {
            return true;
        }
        if (isOfModule(to)) {
            return importsByPackage.getOrDefault(from, Set.of()).contains(to);
        }
        if (isWithin(to, PRODUCT)) {
            return otherModules.contains(to);
        }
        return packagesByLibrary.entrySet().stream()
                .filter(library -> isWithin(to, library.getKey()))
                .allMatch(library -> library.getValue().contains(from));
    }

    private boolean allows(Dependency dependency) {
        String to = dependency.getTargetClass().getBaseComponentType().getPackageName();
        return allows(dependency.getOriginClass().getPackageName(), to);
    }

    private boolean isOfModule(String name) {
        return isWithin(name, root);
    }

    private static boolean isWithin(String name, String prefix) {
        return name.equals(prefix) || name.startsWith(prefix + ".");
    }
}
