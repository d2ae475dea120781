package io.parquetry.storage.s3;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.objects.ObjectRoot;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The root of a storage, {@code s3://bucket/prefix}.
 *
 * @param prefix of all keys, with a slash at its end; empty for the whole bucket
 */
record S3Url(String bucket, String prefix) {
    private static final String SCHEME = "s3://";

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">Rules of names</a>. */
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

    private static final int KEY_BYTES_MAX = 1_024;

    S3Url {
        Objects.requireNonNull(bucket, "bucket");
        Objects.requireNonNull(prefix, "prefix");
    }

    /** @throws IllegalArgumentException with the reason when the URL is malformed */
    static S3Url parse(String url) {
        String shown = Checks.withoutPasswords(url);
        if (!url.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            throw new IllegalArgumentException("cannot open " + shown
                    + ": after s3: come two slashes and the bucket, as in s3://my-bucket/archive");
        }
        String rest = url.substring(SCHEME.length());
        int slash = rest.indexOf('/');
        String bucket = slash < 0 ? rest : rest.substring(0, slash);
        requireSupported(bucket, shown);
        String prefix = slash < 0 ? "" : rest.substring(slash + 1).replaceAll("/+$", "");
        if (!BUCKET.matcher(bucket).matches()) {
            String name = bucket.substring(bucket.indexOf('@') + 1);
            throw new IllegalArgumentException("cannot open " + shown + ": \"" + name + "\" is not the name of a"
                    + " bucket, which has 3 to 63 characters a-z, 0-9, - and .; credentials, regions and endpoints are"
                    + " given by keys, not in the URL");
        }
        return new S3Url(bucket, prefix.isEmpty() ? "" : StoragePath.requireDirectory(prefix) + "/");
    }

    /** Names that AWS keeps for what looks like a bucket. */
    private static void requireSupported(String bucket, String shown) {
        if (bucket.endsWith("--x-s3") || bucket.endsWith("--xa-s3")) {
            throw new IllegalArgumentException("cannot open " + shown + ": " + bucket + " is a directory bucket"
                    + " (S3 Express One Zone), whose listings have no order, on which listing is built; use a general"
                    + " purpose bucket");
        }
        if (bucket.endsWith("--table-s3")) {
            throw new IllegalArgumentException("cannot open " + shown + ": " + bucket + " belongs to S3 Tables, which"
                    + " manages the files in it; use a general purpose bucket");
        }
        if (bucket.startsWith("arn:") || bucket.endsWith(".mrap")) {
            throw new IllegalArgumentException("cannot open " + shown + ": ARNs and multi-region access points are not"
                    + " supported; give the name of the bucket, or the alias of an access point, which ends in"
                    + " -s3alias");
        }
    }

    ObjectRoot root() {
        return new ObjectRoot(toString(), prefix, "S3", KEY_BYTES_MAX);
    }

    @Override
    public String toString() {
        return SCHEME + bucket + "/" + prefix;
    }
}
