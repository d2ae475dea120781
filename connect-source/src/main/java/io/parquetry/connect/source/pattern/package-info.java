/**
 * Values of the configuration with their own syntax: path patterns, templates for the names of topics and schemas,
 * topic mappings and offset bounds. Each parses its text and answers for single paths, topics or files. Nothing here
 * knows a key.
 */
package io.parquetry.connect.source.pattern;
