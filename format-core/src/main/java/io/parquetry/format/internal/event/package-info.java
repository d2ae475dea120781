/**
 * Events of JDK Flight Recorder at the engine's doors: a page, chunk or row group is written or read. The classes above
 * them say what happened; nothing is computed for an event that no recording asks for. No event is made for a value or
 * a row, and none is read here.
 */
package io.parquetry.format.internal.event;
