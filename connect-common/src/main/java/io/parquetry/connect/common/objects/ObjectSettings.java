package io.parquetry.connect.common.objects;

/**
 * How the kit works with a store.
 *
 * @param partBytes of a part of an upload; a file that is not larger has one part
 * @param keys what the keys of all object stores say
 */
public record ObjectSettings(long partBytes, ObjectKeys.Settings keys) {}
