package io.parquetry.storage.s3;

import io.parquetry.storage.s3.S3Settings.Encryption;
import io.parquetry.storage.s3.S3Settings.NewObjects;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/** Adds encryption, storage class and access rights to the requests that need them. */
final class ObjectHeaders implements ExecutionInterceptor {
    private static final String ENCRYPTION = "x-amz-server-side-encryption";

    /** Not of the entries of ledgers, which must not be in an archive. */
    private final Map<String, String> ofFile = new LinkedHashMap<>();

    private final Map<String, String> ofNew = new LinkedHashMap<>();
    private final Map<String, String> ofAll = new LinkedHashMap<>();

    ObjectHeaders(NewObjects objects) {
        objects.storageClass().ifPresent(name -> ofFile.put("x-amz-storage-class", name));
        objects.acl().ifPresent(name -> ofNew.put("x-amz-acl", name));
        if (objects.encryption() instanceof Encryption.Managed) {
            ofNew.put(ENCRYPTION, "AES256");
        } else if (objects.encryption() instanceof Encryption.Kms kms) {
            ofNew.put(ENCRYPTION, "aws:kms");
            kms.key().ifPresent(key -> ofNew.put(ENCRYPTION + "-aws-kms-key-id", key));
        } else if (objects.encryption() instanceof Encryption.Customer key) {
            ofAll.put(ENCRYPTION + "-customer-algorithm", "AES256");
            ofAll.put(ENCRYPTION + "-customer-key", key.keyBase64());
            ofAll.put(ENCRYPTION + "-customer-key-MD5", key.keyMd5Base64());
        }
    }

    @Override
    public SdkHttpRequest modifyHttpRequest(Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
        SdkHttpRequest.Builder request = context.httpRequest().toBuilder();
        SdkRequest kind = context.request();
        boolean isFile = kind instanceof CreateMultipartUploadRequest;
        boolean isNew = isFile || kind instanceof PutObjectRequest;
        boolean isOfObject = isNew
                || kind instanceof UploadPartRequest
                || kind instanceof UploadPartCopyRequest
                || kind instanceof ListPartsRequest
                || kind instanceof CompleteMultipartUploadRequest
                || kind instanceof HeadObjectRequest
                || kind instanceof GetObjectRequest;
        if (isFile) {
            ofFile.forEach(request::putHeader);
        }
        if (isNew) {
            ofNew.forEach(request::putHeader);
        }
        if (isOfObject) {
            ofAll.forEach(request::putHeader);
        }
        if (kind instanceof UploadPartCopyRequest) {
            ofAll.forEach((name, value) ->
                    request.putHeader(name.replace(ENCRYPTION, "x-amz-copy-source-server-side-encryption"), value));
        }
        return request.build();
    }
}
