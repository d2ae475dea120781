package io.parquetry.storage.azure;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.Context;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** Counts how often each request is sent: after a lost reply, an earlier attempt may have had its effect. */
final class Attempts implements HttpPipelinePolicy {
    private static final String NAME = "parquetry-attempts";

    private static void count(HttpPipelineCallContext call) {
        call.getData(NAME).ifPresent(count -> ((AtomicInteger) count).incrementAndGet());
    }

    /** The context of a request that is counted. */
    static Context counting(AtomicInteger count) {
        return new Context(NAME, count);
    }

    @Override
    public Mono<HttpResponse> process(HttpPipelineCallContext call, HttpPipelineNextPolicy next) {
        count(call);
        return next.process();
    }

    @Override
    public HttpResponse processSync(HttpPipelineCallContext call, HttpPipelineNextSyncPolicy next) {
        count(call);
        return next.processSync();
    }

    @Override
    public HttpPipelinePosition getPipelinePosition() {
        return HttpPipelinePosition.PER_RETRY;
    }
}
