/**
 * {@code parquetry verify}: reads a file whole and checks each statement of its metadata against the values. {@link
 * io.parquetry.cli.verify.FileVerifier} runs the checks; each other class is one check or counts for one. Values are
 * compared without the engine's code, which wrote many of the files.
 */
package io.parquetry.cli.verify;
