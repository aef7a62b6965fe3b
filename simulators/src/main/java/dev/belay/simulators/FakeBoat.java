package dev.belay.simulators;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belay.simulators.fault.Distortion;
import dev.belay.simulators.fault.Fault;
import dev.belay.simulators.fault.FaultAction;
import dev.belay.simulators.fault.Faults;
import dev.belay.simulators.fault.Reply;
import dev.belay.simulators.wire.Delivery;
import dev.belay.simulators.wire.Request;
import dev.belay.system.Clock;
import dev.belay.system.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A provider of cloud computers on this machine: real HTTP on the loopback address alone, state in
/// memory, both forms of the protocol at once, and whatever faults it is told.
///
/// What it is asked it counts. Below `/__control` other processes read the counters and script the
/// faults; nothing there needs a token, since whoever can connect is on this machine.
///
/// - **Crash:** loses everything. It stands in for a provider while others crash.
/// - **Threads:** any number.
public final class FakeBoat implements AutoCloseable {
    /// The token of the account that has the computers.
    public static final String TOKEN = "box_simulated";

    /// The token of an account that sees none of them.
    public static final String OTHER_TOKEN = "box_simulated_other";

    static final String ACCOUNT = "main";
    private static final String OTHER_ACCOUNT = "other";

    private final HttpServer server;
    private final ExecutorService threads;
    private final BoatState state;
    private final Ledger ledger = new Ledger();
    private final Faults faults = new Faults();
    private final Routes routes;
    private final Control control;
    private final Delivery delivery;
    private final Clock clock;
    private final Waiting waiting;

    private FakeBoat(HttpServer server, FakeBoatOptions options, Clock clock, Waiting waiting) {
        this.server = server;
        this.threads = Executors.newVirtualThreadPerTaskExecutor();
        this.state = new BoatState(options);
        this.routes =
                new Routes(
                        state, ledger, clock, Map.of(TOKEN, ACCOUNT, OTHER_TOKEN, OTHER_ACCOUNT));
        this.control = new Control(state, ledger, faults, clock);
        this.delivery = new Delivery(waiting);
        this.clock = clock;
        this.waiting = waiting;
        for (int i = 1; i <= options.computers(); i++) {
            state.add("web-" + i, ACCOUNT, Instant.EPOCH);
        }
        faults.add(options.faults());
    }

    /// Begins to answer; it goes on until [#close].
    ///
    /// @throws IOException when the port is taken
    public static FakeBoat start(FakeBoatOptions options, Clock clock, Waiting waiting)
            throws IOException {
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port()), 0);
        FakeBoat boat = new FakeBoat(server, options, clock, waiting);
        server.createContext("/", boat::handle);
        server.setExecutor(boat.threads);
        server.start();
        return boat;
    }

    /// The base address of one form, without a slash at its end.
    public URI base(BoatForm form) {
        return URI.create(origin() + form.base());
    }

    /// Where the counters are read and the faults scripted.
    public URI control() {
        return URI.create(origin() + Control.PATH);
    }

    /// All computers, the deleted ones too, the oldest first.
    public List<Computer> computers() {
        return state.computers();
    }

    /// Creates a computer for the main account.
    public Computer add(String name) {
        return state.add(name, ACCOUNT, clock.now());
    }

    /// Scripts what goes wrong next; [Fault] says how it is written.
    public void fail(String specifications) {
        faults.add(Fault.parseAll(specifications));
    }

    /// What the status of a deletion is from now on, one word after the other.
    public void progress(String... words) {
        state.progress(List.of(words));
    }

    /// How often `path`, below the base address, was asked for.
    public int requests(String method, String path) {
        return ledger.requests(method, path);
    }

    /// Every DELETE that arrived, in order.
    public List<DeleteSeen> deletes() {
        return ledger.deletes();
    }

    /// Drops what is under way, and answers no more.
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        // Closed without an answer, an exchange takes its connection with it.
        try (exchange) {
            Request asked = Request.read(exchange);
            Optional<BoatForm> form = BoatForm.of(asked.path());
            if (form.isEmpty()) {
                boolean isControl = asked.path().startsWith(Control.PATH);
                delivery.send(
                        exchange,
                        isControl ? control.answer(asked) : lostTheWay(),
                        Optional.empty());
            } else {
                provide(exchange, asked.below(form.get().base()), form.get());
            }
        }
    }

    private void provide(HttpExchange exchange, Request asked, BoatForm form) throws IOException {
        ledger.request(asked.method(), asked.path());
        Optional<Fault> taken = faults.take(asked.method(), asked.path());
        if (taken.isEmpty()) {
            delivery.send(exchange, routes.answer(asked, form, taken), taken);
            return;
        }
        Fault fault = taken.get();
        if (!fault.letsAct()) {
            routes.lost(asked, form);
        }
        if (fault.has(FaultAction.LATENCY)) {
            waiting.pause(fault.duration(FaultAction.LATENCY));
        }
        Reply truth = truth(asked, form, fault);
        if (!fault.has(FaultAction.DROP_BEFORE) && !fault.has(FaultAction.DROP_AFTER)) {
            delivery.send(exchange, Distortion.of(truth, fault, clock.now()), taken);
        }
    }

    private Reply truth(Request asked, BoatForm form, Fault fault) {
        if (!fault.letsAct()) {
            return instead(fault, form);
        }
        Reply truth = routes.answer(asked, form, Optional.of(fault));
        boolean denied = fault.number(FaultAction.STATUS).orElse(0) >= 400;
        return denied && !fault.has(FaultAction.BODY) ? instead(fault, form) : truth;
    }

    private static Reply instead(Fault fault, BoatForm form) {
        return new Envelope(form)
                .error(
                        fault.number(FaultAction.STATUS).orElse(200),
                        fault.text(FaultAction.CODE).orElse("simulated_fault"),
                        fault.text(FaultAction.MESSAGE).orElse("A simulated fault"));
    }

    private static Reply lostTheWay() {
        return Reply.text(404, "text/html; charset=utf-8", "<h1>Not Found</h1>\n");
    }
}
