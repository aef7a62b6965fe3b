package dev.belay.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/// Lines as values of a RocksDB, whose log is synced by each write. Writers at the same time share
/// one sync.
///
/// - **Threads:** any number.
final class RocksLines implements DurableLines {
    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final AtomicLong next = new AtomicLong();
    private final RocksDB database;

    RocksLines(Path directory) throws IOException {
        RocksDB.loadLibrary();
        try {
            database = RocksDB.open(options, directory.toString());
        } catch (RocksDBException failure) {
            throw new IOException("RocksDB does not open", failure);
        }
    }

    @Override
    public void append() throws IOException {
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(next.incrementAndGet()).array();
        try {
            database.put(synced, key, BareMessage.line(BareMessage.LINE_BYTES));
        } catch (RocksDBException failure) {
            throw new IOException("RocksDB did not take a line", failure);
        }
    }

    @Override
    public void close() {
        database.close();
        synced.close();
        options.close();
    }
}
