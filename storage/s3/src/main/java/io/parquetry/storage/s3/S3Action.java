package io.parquetry.storage.s3;

/** What a request does, with the permission that it needs. */
enum S3Action {
    LIST("list", "s3:ListBucket"),
    LOOK("look at", "s3:GetObject and s3:ListBucket"),
    READ("read", "s3:GetObject"),
    CREATE("create", "s3:PutObject"),
    DELETE("delete", "s3:DeleteObject"),
    COPY("copy into", "s3:PutObject, and s3:GetObject for the copied object"),
    BEGIN_UPLOAD("begin an upload of", "s3:PutObject, s3:PutObjectTagging for tags, and the use of the KMS key"),
    SEND_PART("upload a part of", "s3:PutObject"),
    COMPLETE_UPLOAD("complete the upload of", "s3:PutObject"),
    ABORT_UPLOAD("abort the upload of", "s3:AbortMultipartUpload"),
    LIST_PARTS("list the parts of the upload of", "s3:ListMultipartUploadParts"),
    LIST_UPLOADS("list the uploads below", "s3:ListBucketMultipartUploads");

    private final String verb;
    private final String permission;

    S3Action(String verb, String permission) {
        this.verb = verb;
        this.permission = permission;
    }

    /** Whether it carries data of files, or has the store put them together, which may take its time. */
    boolean isLong() {
        return switch (this) {
            case READ, COPY, SEND_PART, COMPLETE_UPLOAD -> true;
            case LIST, LOOK, CREATE, DELETE, BEGIN_UPLOAD, ABORT_UPLOAD, LIST_PARTS, LIST_UPLOADS -> false;
        };
    }

    String verb() {
        return verb;
    }

    String permission() {
        return permission;
    }
}
