/**
 * Values of the configuration that have a syntax of their own: path patterns, templates for the names of topics and
 * schemas, topic mappings and offset bounds. They parse their text and answer for single paths, topics or rows; they know
 * no keys.
 */
package io.parquetry.connect.source.pattern;
