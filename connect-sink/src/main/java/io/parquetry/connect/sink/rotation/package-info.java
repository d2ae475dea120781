/**
 * When a file is closed and why, as pure functions of counts and times. Nothing here has a file in hand: {@code write}
 * closes files.
 */
package io.parquetry.connect.sink.rotation;
