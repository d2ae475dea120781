package io.parquetry.it;

import io.parquetry.local.KafkaStack;
import io.prometheus.jmx.JmxCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MalformedObjectNameException;

/** What the JMX exporter makes of the MBeans of a worker, by the rules that we give to users. */
final class ExportedMetrics {
    record Sample(String metric, Map<String, String> labels, double value) {}

    private final List<Sample> samples = new ArrayList<>();

    private ExportedMetrics(JmxCollector collector) {
        for (MetricSnapshot snapshot : collector.collect()) {
            String name = snapshot.getMetadata().getPrometheusName();
            if (snapshot instanceof CounterSnapshot counter) {
                counter.getDataPoints().forEach(point -> add(name + "_total", point, point.getValue()));
            } else if (snapshot instanceof GaugeSnapshot gauge) {
                gauge.getDataPoints().forEach(point -> add(name, point, point.getValue()));
            } else {
                throw new AssertionError(name + " is neither a counter nor a gauge");
            }
        }
    }

    /** The metrics of the only worker of a stack of child processes. */
    static ExportedMetrics ofOnlyWorker(KafkaStack stack) {
        try {
            String rules = Files.readString(MonitoringFiles.EXPORTER_RULES);
            JmxCollector collector =
                    new JmxCollector("jmxUrl: \"" + WorkerBeans.addressOfOnlyWorker(stack) + "\"\n" + rules);
            // It creates metrics of its own then, which it needs.
            collector.register(new PrometheusRegistry());
            return new ExportedMetrics(collector);
        } catch (IOException e) {
            throw new UncheckedIOException("the exporter's rules cannot be read", e);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException("the exporter's rules select MBeans by a name that is none", e);
        }
    }

    private void add(String name, DataPointSnapshot point, double value) {
        Map<String, String> labels = new HashMap<>();
        for (Label label : point.getLabels()) {
            labels.put(label.getName(), label.getValue());
        }
        samples.add(new Sample(name, labels, value));
    }

    List<Sample> samples() {
        return List.copyOf(samples);
    }

    Set<String> names() {
        Set<String> names = new HashSet<>();
        samples.forEach(sample -> names.add(sample.metric()));
        return names;
    }

    /** The sum over the tasks of a connector. */
    double value(String metric, String connector) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric))
                .filter(sample -> connector.equals(sample.labels().get("connector")))
                .mapToDouble(Sample::value)
                .sum();
    }
}
