package io.parquetry.connect.common.objects;

/**
 * What differs between object stores beside their requests.
 *
 * @param partsMax how many parts an upload may have
 * @param copyBytesMax how many bytes of another object a part may have
 * @param dropsUploads whether an upload can be listed and aborted; otherwise the store drops it when it is old
 * @param advice what a user can do whose store breaks a rule
 */
public record ObjectTraits(int partsMax, long copyBytesMax, boolean dropsUploads, String advice) {}
