/** Counts memory that the tasks of a worker share; what happens when it is scarce is decided by the connectors. */
package io.parquetry.connect.common.memory;
