/**
 * The rules of dependency that every module keeps, as one kit: a module's test states a {@link
 * io.parquetry.rules.PackageTable}, {@link io.parquetry.rules.PackageTableContract} holds the classes to the table. The kit knows no module.
 */
package io.parquetry.rules;
