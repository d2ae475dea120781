package io.parquetry.format.internal.thrift;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TField;
import shaded.parquet.org.apache.thrift.protocol.TStruct;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/** Writes a generated struct, records which fields it sets, and can give some of them unknown numbers. */
final class FieldSpy extends TCompactProtocol {
    private static final int UNKNOWN = 20_000;

    private final Deque<String> structs = new ArrayDeque<>();
    private final Set<Field> seen = new TreeSet<>();
    private final Set<Field> hidden;

    /** A field of parquet.thrift. */
    record Field(String struct, int id, String name) implements Comparable<Field> {
        @Override
        public int compareTo(Field other) {
            int byStruct = struct.compareTo(other.struct);
            return byStruct != 0 ? byStruct : Integer.compare(id, other.id);
        }
    }

    private FieldSpy(TIOStreamTransport transport, Set<Field> hidden) {
        super(transport);
        this.hidden = hidden;
    }

    /** The fields that the struct and the structs in it set. */
    static Set<Field> fields(TBase<?, ?> struct) throws TException {
        FieldSpy spy = new FieldSpy(new TIOStreamTransport(new ByteArrayOutputStream()), Set.of());
        struct.write(spy);
        return spy.seen;
    }

    /** The struct as it would be if the format did not know the fields. */
    static byte[] bytesWithout(Set<Field> hidden, TBase<?, ?> struct) throws TException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        struct.write(new FieldSpy(new TIOStreamTransport(bytes), hidden));
        return bytes.toByteArray();
    }

    @Override
    public void writeStructBegin(TStruct struct) throws TException {
        structs.push(struct.name);
        super.writeStructBegin(struct);
    }

    @Override
    public void writeStructEnd() throws TException {
        structs.pop();
        super.writeStructEnd();
    }

    @Override
    public void writeFieldBegin(TField field) throws TException {
        Field known = new Field(structs.peek(), field.id, field.name);
        seen.add(known);
        boolean hide = hidden.contains(known);
        super.writeFieldBegin(new TField(field.name, field.type, (short) (hide ? field.id + UNKNOWN : field.id)));
    }
}
