package io.parquetry.format.internal.thrift;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TField;
import shaded.parquet.org.apache.thrift.protocol.TList;
import shaded.parquet.org.apache.thrift.protocol.TMap;
import shaded.parquet.org.apache.thrift.protocol.TSet;
import shaded.parquet.org.apache.thrift.protocol.TStruct;
import shaded.parquet.org.apache.thrift.transport.TTransport;

/** Writes generated structs and appends unknown fields, one of each type, to every struct that is not a union. */
final class UnknownFields extends TCompactProtocol {
    private static final Set<String> UNIONS = Set.of(
            "LogicalType",
            "TimeUnit",
            "ColumnOrder",
            "BloomFilterAlgorithm",
            "BloomFilterHash",
            "BloomFilterCompression");

    // The numbers of the types in every Thrift protocol; parquet-format-structures does not contain the class.
    private static final byte BOOL = 2;
    private static final byte BYTE = 3;
    private static final byte DOUBLE = 4;
    private static final byte I16 = 6;
    private static final byte I32 = 8;
    private static final byte I64 = 10;
    private static final byte STRING = 11;
    private static final byte STRUCT = 12;
    private static final byte MAP = 13;
    private static final byte SET = 14;
    private static final byte LIST = 15;

    private final Deque<String> structs = new ArrayDeque<>();
    private boolean adding;

    UnknownFields(TTransport transport) {
        super(transport);
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
    public void writeFieldStop() throws TException {
        if (!adding && !UNIONS.contains(structs.peek())) {
            adding = true;
            addFields();
            adding = false;
        }
        super.writeFieldStop();
    }

    private void addFields() throws TException {
        field(BOOL, 100);
        writeBool(true);
        field(BYTE, 101);
        writeByte((byte) 7);
        field(I16, 300);
        writeI16((short) -7);
        field(I32, 301);
        writeI32(Integer.MIN_VALUE);
        field(I64, 302);
        writeI64(Long.MIN_VALUE);
        field(DOUBLE, 303);
        writeDouble(1.5);
        field(STRING, 304);
        writeBinary(ByteBuffer.wrap(new byte[300]));
        field(LIST, 305);
        writeListBegin(new TList(LIST, 2));
        writeListBegin(new TList(BOOL, 2));
        writeBool(true);
        writeBool(false);
        writeListBegin(new TList(DOUBLE, 0));
        field(SET, 306);
        writeSetBegin(new TSet(I64, 1));
        writeI64(5);
        field(MAP, 307);
        writeMapBegin(new TMap(STRING, STRUCT, 1));
        writeString("key");
        struct();
        field(MAP, 308);
        writeMapBegin(new TMap(STRING, STRING, 0));
        field(STRUCT, 32_000);
        struct();
    }

    private void struct() throws TException {
        writeStructBegin(new TStruct("unknown"));
        field(STRUCT, 2);
        writeStructBegin(new TStruct("inner"));
        writeFieldStop();
        writeStructEnd();
        writeFieldStop();
        writeStructEnd();
    }

    private void field(byte type, int id) throws TException {
        writeFieldBegin(new TField("unknown", type, (short) id));
    }
}
