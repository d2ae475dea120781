package io.parquetry.product.twins.right;

/** One of two types with one name, for {@code TypeNamesTest} to find. */
public final class Twin {
    private Twin() {}
}
