/**
 * From the strings of a configuration to one record of checked, typed settings. Each group of keys is one file: its
 * settings, their enums, and the keys with their documentation and checks. Everything that can be checked without the
 * storage is checked here; other packages read settings, never strings.
 */
package io.parquetry.connect.sink.config;
