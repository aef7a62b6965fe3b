package dev.belay.system.local;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The native memory that a thread passes to the kernel, made once for each thread.
///
/// Layout: the captured errno, two names, a status, and apart from these a buffer for content that
/// grows with use. Read and written as byte buffers, because the handles of memory segments cost
/// start-up time.
final class Scratch {
    /// One more than the kernel takes, so that cutting a longer name here makes no other name of
    /// it: the kernel answers `ENAMETOOLONG`.
    private static final int NAME_BYTES_MAX = 4096;

    /// A line of a journal, at most 1 MiB, goes out in one call.
    static final int CONTENT_BYTES_MAX = 2 << 20;

    private static final int CONTENT_BYTES_MIN = 8 << 10;
    private static final int STATUS_BYTES = 256;
    private static final int STATUS_AT = 16;
    private static final int FIRST_NAME_AT = STATUS_AT + STATUS_BYTES;
    private static final int SECOND_NAME_AT = FIRST_NAME_AT + NAME_BYTES_MAX + 16;
    private static final int SIZE = SECOND_NAME_AT + NAME_BYTES_MAX + 16;

    private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

    private final ByteBuffer memory = allocate(SIZE);
    private final long address;
    private final MemorySegment errnoSegment;
    private ByteBuffer content = allocate(0);
    private long contentAddress;

    private Scratch() {
        MemorySegment segment = MemorySegment.ofBuffer(memory);
        address = segment.address();
        errnoSegment = segment.asSlice(0, STATUS_AT);
    }

    static Scratch ofThread() {
        return OF_THREAD.get();
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /// Where a call leaves its errno.
    MemorySegment errnoSegment() {
        return errnoSegment;
    }

    /// Meaningful only after a failure.
    int errno() {
        return memory.getInt(0);
    }

    /// Puts a name, NUL-terminated, in the first place for one.
    long name(byte[] name) {
        return put(FIRST_NAME_AT, name);
    }

    /// Puts a name in the second place, for calls that take two.
    long secondName(byte[] name) {
        return put(SECOND_NAME_AT, name);
    }

    private long put(int at, byte[] name) {
        int length = Math.min(name.length, NAME_BYTES_MAX);
        memory.put(at, name, 0, length);
        memory.put(at + length, (byte) 0);
        return address + at;
    }

    long statusAddress() {
        return address + STATUS_AT;
    }

    int statusShort(int offset) {
        return memory.getShort(STATUS_AT + offset) & 0xFFFF;
    }

    long statusInt(int offset) {
        return memory.getInt(STATUS_AT + offset) & 0xFFFF_FFFFL;
    }

    long statusLong(int offset) {
        return memory.getLong(STATUS_AT + offset);
    }

    void setStatusLong(int offset, long value) {
        memory.putLong(STATUS_AT + offset, value);
    }

    /// Room for `length` bytes of content, or for as many as one call may carry.
    ///
    /// @return how many bytes there is room for, of `length`
    int reserve(int length) {
        int wanted = Math.min(length, CONTENT_BYTES_MAX);
        if (content.capacity() < wanted) {
            int size = Math.max(Integer.highestOneBit(wanted - 1) << 1, CONTENT_BYTES_MIN);
            content = allocate(size);
            contentAddress = MemorySegment.ofBuffer(content).address();
        }
        return wanted;
    }

    long contentAddress() {
        return contentAddress;
    }

    void putContent(byte[] bytes, int offset, int length) {
        content.put(0, bytes, offset, length);
    }

    void takeContent(byte[] bytes, int offset, int length) {
        content.get(0, bytes, offset, length);
    }
}
