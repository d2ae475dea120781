/**
 * Rules that hold over all modules at once, checked on their compiled classes and on {@code docs/}. A rule about one
 * module belongs into that module's {@code PackageTableTest}.
 */
package io.parquetry.product;
