package io.parquetry.storage.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.Context;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/**
 * Counts how often each request is sent: after a lost reply, an earlier attempt may have had its effect. And looks
 * whether the store has answered: the client would take a page of a proxy for an empty listing, or for a success, and
 * cannot read a refusal that is a page.
 */
final class Answers implements HttpPipelinePolicy {
    private static final String NAME = "parquetry-attempts";

    /** Each answer of the store has it. */
    private static final HttpHeaderName ID = HttpHeaderName.fromString("x-ms-request-id");

    /** The answer is not one of the store. What has the status of a server's fault, the client asks for again. */
    static final class StrangerException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static void count(HttpPipelineCallContext call) {
        call.getData(NAME).ifPresent(count -> ((AtomicInteger) count).incrementAndGet());
    }

    /** The context of a request that is counted. */
    static Context counting(AtomicInteger count) {
        return new Context(NAME, count);
    }

    private static HttpResponse requireOfStore(HttpResponse answer) {
        if (answer.getStatusCode() < 500 && answer.getHeaderValue(ID) == null) {
            answer.close();
            throw new StrangerException();
        }
        return answer;
    }

    @Override
    public Mono<HttpResponse> process(HttpPipelineCallContext call, HttpPipelineNextPolicy next) {
        count(call);
        return next.process().map(Answers::requireOfStore);
    }

    @Override
    public HttpResponse processSync(HttpPipelineCallContext call, HttpPipelineNextSyncPolicy next) {
        count(call);
        return requireOfStore(next.processSync());
    }

    @Override
    public HttpPipelinePosition getPipelinePosition() {
        return HttpPipelinePosition.PER_RETRY;
    }
}
