package io.parquetry.storage.hadoop;

import java.math.BigInteger;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;

/**
 * How long a call of a NameNode may be under way, by the keys of Hadoop: each attempt connects, waits for the answer,
 * and pauses.
 */
final class CallTime {
    private static final String ANSWER = "ipc.client.rpc-timeout.ms";
    private static final String CONNECT = "ipc.client.connect.timeout";
    private static final String POLICY = "dfs.client.retry.policy.spec";
    private static final long MOST_MS = Duration.ofDays(36_500).toMillis();

    private final Configuration configuration;

    private CallTime(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * The time with all attempts, after which the call is not sent any more.
     *
     * @throws IllegalArgumentException when there is no limit, or a key has no number
     */
    static Duration most(Configuration configuration) {
        CallTime time = new CallTime(configuration);
        BigInteger ms = time.ofTwoMs().max(time.ofOneMs());
        if (ms.compareTo(BigInteger.valueOf(MOST_MS)) > 0) {
            throw new IllegalArgumentException("has no value that is long enough, since Hadoop may repeat a call for "
                    + ms + " ms; lower the attempts and timeouts of Hadoop");
        }
        return Duration.ofMillis(ms.longValueExact());
    }

    /** Where there are two NameNodes, which are called in turn; one that answers may ask to be called again. */
    private BigInteger ofTwoMs() {
        BigInteger connects = count("dfs.client.failover.connection.retries.on.timeouts", 0)
                .max(count("ipc.client.connect.max.retries.on.timeouts", 45));
        BigInteger answerAndPauseMs = answerMs().add(count("dfs.client.failover.sleep.max.millis", 15_000));
        BigInteger attemptMs = connectMs(connects, count("dfs.client.failover.connection.retries", 0))
                .add(answerAndPauseMs);
        return attemptMs
                .multiply(count("dfs.client.failover.max.attempts", 15).add(BigInteger.ONE))
                .add(answerAndPauseMs.multiply(count("dfs.client.retry.max.attempts", 10)));
    }

    private BigInteger ofOneMs() {
        BigInteger attempts = BigInteger.ONE;
        BigInteger pausesMs = BigInteger.ZERO;
        if (configuration.getBoolean("dfs.client.retry.policy.enabled", false)) {
            String[] pausesAndTimes = configuration.getTrimmedStrings(POLICY, "10000", "6", "60000", "10");
            for (int i = 0; i + 1 < pausesAndTimes.length; i += 2) {
                // Hadoop draws each pause between the half and one and a half of what the key says.
                BigInteger most = number(POLICY, pausesAndTimes[i]).multiply(BigInteger.TWO);
                BigInteger times = number(POLICY, pausesAndTimes[i + 1]);
                pausesMs = pausesMs.add(most.multiply(times));
                attempts = attempts.add(times);
            }
        }
        BigInteger attemptMs = connectMs(
                        count("ipc.client.connect.max.retries.on.timeouts", 45),
                        count("ipc.client.connect.max.retries", 10))
                .add(answerMs());
        return attemptMs.multiply(attempts).add(pausesMs);
    }

    private BigInteger connectMs(BigInteger silent, BigInteger refused) {
        BigInteger connectMs = count(CONNECT, 20_000);
        if (connectMs.signum() == 0) {
            throw endless(CONNECT);
        }
        return connectMs
                .multiply(silent.add(BigInteger.ONE))
                .add(refused.multiply(count("ipc.client.connect.retry.interval", 1_000)));
    }

    /** Without a limit Hadoop sends a ping from time to time, and waits on. */
    private BigInteger answerMs() {
        BigInteger answerMs = count(ANSWER, 120_000);
        if (answerMs.signum() > 0) {
            return answerMs;
        }
        if (configuration.getBoolean("ipc.client.ping", true)) {
            throw endless(ANSWER);
        }
        return count("ipc.ping.interval", 60_000);
    }

    private static IllegalArgumentException endless(String key) {
        return new IllegalArgumentException("has no value that is long enough, since a call may wait for ever with "
                + key + "=0; set hadoop." + key + " to some milliseconds");
    }

    /** Hadoop takes a number below zero for none. */
    private BigInteger count(String key, int otherwise) {
        return number(key, configuration.getTrimmed(key, Integer.toString(otherwise)))
                .max(BigInteger.ZERO);
    }

    private static BigInteger number(String key, String text) {
        try {
            return BigInteger.valueOf(Integer.decode(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "cannot be compared with the time that a call may take, since the Hadoop configuration has " + key
                            + "=" + text + ", which is no whole number up to " + Integer.MAX_VALUE,
                    e);
        }
    }
}
