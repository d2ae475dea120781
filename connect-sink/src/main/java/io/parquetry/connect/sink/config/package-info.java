/**
 * From the strings that a user wrote to one record of checked, typed settings. Everything that can be said about a
 * configuration without the storage is said here; code behind it reads settings, never strings.
 */
package io.parquetry.connect.sink.config;
