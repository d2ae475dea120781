package io.parquetry.it;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.parquetry.local.KafkaStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBeans of a worker's plugins, read from outside as an operator's tools do. */
final class WorkerBeans implements AutoCloseable {
    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private WorkerBeans(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    /** The MBeans of the only worker of a stack of child processes; a worker in a container cannot be read. */
    static WorkerBeans ofOnlyWorker(KafkaStack stack) {
        try {
            return new WorkerBeans(JMXConnectorFactory.connect(new JMXServiceURL(addressOfOnlyWorker(stack))));
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }

    /** The URL of the JMX agent of this worker. */
    static String addressOfOnlyWorker(KafkaStack stack) {
        try {
            VirtualMachine machine =
                    VirtualMachine.attach(String.valueOf(onlyWorker(stack).pid()));
            try {
                return machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IllegalStateException("the worker's JVM cannot be attached", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }

    /** The only worker of a stack of child processes, which is known by the directory of its configuration. */
    static ProcessHandle onlyWorker(KafkaStack stack) {
        String directory = stack.dataDirectory().resolveSibling("worker-").toString();
        List<ProcessHandle> workers = ProcessHandle.current()
                .descendants()
                .filter(process ->
                        process.info().commandLine().orElse("").contains("connect.cli.ConnectDistributed " + directory))
                .toList();
        if (workers.size() != 1) {
            throw new IllegalStateException(
                    workers.size() + " workers of " + directory + "* are children of this process, not one");
        }
        return workers.get(0);
    }

    /** The bytes of the worker's heap that are still in use after a full collection, which this method asks for. */
    long liveHeapBytes() {
        try {
            MemoryMXBean memory = ManagementFactory.newPlatformMXBeanProxy(
                    beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
            memory.gc();
            return memory.getHeapMemoryUsage().getUsed();
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }

    /** The metric of a connector's first task. */
    double value(String connectorName, String metric) {
        return value(connectorName, metric, Map.of());
    }

    /** @param tags the tags of the metric beyond those of all metrics of the task */
    double value(String connectorName, String metric, Map<String, String> tags) {
        try {
            List<ObjectName> found = beansOf(connectorName, metric).stream()
                    .filter(name -> is(name, "task", "0"))
                    .filter(name -> tags.entrySet().stream().allMatch(tag -> is(name, tag.getKey(), tag.getValue())))
                    .toList();
            if (found.size() != 1) {
                throw new AssertionError(metric + " " + tags + " of " + connectorName + " is shown by " + found
                        + ", not by one bean; there are " + names());
            }
            return ((Number) beans.getAttribute(found.get(0), metric)).doubleValue();
        } catch (JMException e) {
            throw new IllegalStateException("cannot read " + metric, e);
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }

    /** The sum of a metric over all tasks of a connector; 0 while there is none. */
    double sum(String connectorName, String metric) {
        try {
            double sum = 0;
            for (ObjectName name : beansOf(connectorName, metric)) {
                try {
                    sum += ((Number) beans.getAttribute(name, metric)).doubleValue();
                } catch (InstanceNotFoundException e) {
                    // The task has ended meanwhile.
                    continue;
                }
            }
            return sum;
        } catch (JMException e) {
            throw new IllegalStateException("cannot read " + metric, e);
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }

    private List<ObjectName> beansOf(String connectorName, String metric) throws JMException, IOException {
        return names().stream()
                .filter(name -> is(name, "connector", connectorName))
                .filter(name -> has(name, metric))
                .toList();
    }

    private Set<ObjectName> names() throws JMException, IOException {
        Set<ObjectName> names = new HashSet<>();
        // Workers from 4.1 on have the metrics among their own, older ones beside them.
        for (String pattern : List.of("kafka.connect:type=plugins,*", "io.parquetry:*")) {
            names.addAll(beans.queryNames(new ObjectName(pattern), null));
        }
        return names;
    }

    private static boolean is(ObjectName name, String key, String value) {
        String found = name.getKeyProperty(key);
        return value.equals(found) || ObjectName.quote(value).equals(found);
    }

    private boolean has(ObjectName name, String metric) {
        try {
            return List.of(beans.getMBeanInfo(name).getAttributes()).stream()
                    .anyMatch(attribute -> attribute.getName().equals(metric));
        } catch (JMException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the worker's JVM does not respond", e);
        }
    }
}
