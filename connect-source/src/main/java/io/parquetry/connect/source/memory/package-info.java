/**
 * The memory of open files, which all source tasks of a worker share: {@link
 * io.parquetry.connect.source.memory.OpenFileMemory} says which task may open a file now, and which must wait or close
 * its files. It knows files only by what they need.
 */
package io.parquetry.connect.source.memory;
