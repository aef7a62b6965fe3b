package dev.belay.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// Lines as rows of an SQLite database with a write-ahead log, which is synced by each insertion.
///
/// - **Threads:** one.
final class SqliteLines implements DurableLines {
    private final Connection connection;
    private final PreparedStatement insertion;

    SqliteLines(Path directory) throws IOException {
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("lines"));
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode=WAL");
                statement.execute("PRAGMA synchronous=FULL");
                statement.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, text BLOB)");
            }
            insertion = connection.prepareStatement("INSERT INTO line (text) VALUES (?)");
        } catch (SQLException failure) {
            throw new IOException("SQLite does not take lines", failure);
        }
    }

    @Override
    public void append() throws IOException {
        try {
            insertion.setBytes(1, BareMessage.line(BareMessage.LINE_BYTES));
            if (insertion.executeUpdate() != 1) {
                throw new IOException("SQLite did not take a line");
            }
        } catch (SQLException failure) {
            throw new IOException("SQLite did not take a line", failure);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
