package dev.belay.simulators.discord;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.simulators.fault.Distortion;
import dev.belay.simulators.fault.Fault;
import dev.belay.simulators.fault.FaultAction;
import dev.belay.simulators.fault.Faults;
import dev.belay.simulators.fault.Reply;
import dev.belay.simulators.wire.Delivery;
import dev.belay.simulators.wire.Request;
import dev.belay.simulators.wire.WebSocketListener;
import dev.belay.system.Clock;
import dev.belay.system.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A Discord on this machine, with one server, one bot, and as many people as are named: real HTTP
/// and WebSockets on the loopback address alone, state in memory, and whatever faults it is told.
///
/// Below `/__control` other processes speak as a person, read what was written, and script faults;
/// nothing there needs a token, since whoever can connect is on this machine.
///
/// - **Crash:** loses everything. It stands in for Discord while others crash.
/// - **Threads:** any number.
public final class FakeDiscord implements AutoCloseable {
    /// The bot's token.
    public static final String TOKEN = "simulated.discord.token";

    /// The bot itself.
    public static final String BOT = "1001";

    /// Somebody who writes.
    public static final String USER = "2001";

    /// The server.
    public static final String GUILD = "3001";

    /// Its first channel.
    public static final String CHANNEL = "4001";

    /// Its second channel.
    public static final String OTHER_CHANNEL = "4002";

    /// Where somebody writes to the bot alone.
    public static final String DIRECT_CHANNEL = "5001";

    static final String BASE = "/api/v10";

    private static final int PATHS_MAX = 100_000;

    private final HttpServer server;
    private final WebSocketListener gateway;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Chat chat;
    private final Gatehouse gatehouse;
    private final ChatRoutes routes;
    private final ChatControl control = new ChatControl(this);
    private final Faults faults = new Faults();
    private final Map<String, Integer> requests = new LinkedHashMap<>();
    private final Delivery delivery;
    private final Clock clock;
    private final Waiting waiting;

    private FakeDiscord(HttpServer server, FakeDiscordOptions options, Clock clock, Waiting waiting)
            throws IOException {
        this.server = server;
        this.chat = new Chat(clock, options.nonceWindow());
        this.gatehouse = new Gatehouse(chat, options.heartbeat());
        this.routes = new ChatRoutes(chat, gatehouse, options, clock);
        this.delivery = new Delivery(waiting);
        this.clock = clock;
        this.waiting = waiting;
        chat.add(new Room(CHANNEL, GUILD, ""));
        chat.add(new Room(OTHER_CHANNEL, GUILD, ""));
        chat.add(new Room(DIRECT_CHANNEL, "", ""));
        faults.add(options.faults());
        this.gateway = WebSocketListener.start(options.gatewayPort(), gatehouse::visit);
        routes.gatewayAt(gatewayUrl().toString());
        gatehouse.resumeAt(gatewayUrl() + "/resume");
    }

    /// Begins to answer; it goes on until [#close].
    ///
    /// @throws IOException when a port is taken
    public static FakeDiscord start(FakeDiscordOptions options, Clock clock, Waiting waiting)
            throws IOException {
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port()), 0);
        try {
            FakeDiscord discord = new FakeDiscord(server, options, clock, waiting);
            server.createContext("/", discord::handle);
            server.setExecutor(discord.threads);
            server.start();
            return discord;
        } catch (IOException failure) {
            server.stop(0);
            throw failure;
        }
    }

    /// The base address of the REST, without a slash at its end.
    public URI api() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + BASE);
    }

    /// The address of the gateway.
    public URI gatewayUrl() {
        return URI.create("ws://127.0.0.1:" + gateway.port());
    }

    /// Where others speak as a person, read what was written, and script faults.
    public URI control() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + ChatControl.PATH);
    }

    /// Somebody writes.
    ///
    /// @return the message's id
    public String say(String channel, String author, String text) {
        return say(channel, author, text, JsonObject.of(Map.of()));
    }

    /// Somebody writes.
    ///
    /// @param more members of the message beside the usual ones, or in their place
    /// @return the message's id
    public String say(String channel, String author, String text, JsonObject more) {
        Room room =
                chat.room(channel)
                        .orElseThrow(() -> new IllegalArgumentException("no such channel"));
        Chat.Written written =
                chat.write(new Chat.Draft(channel, author, text, "", false, "", more));
        if (!(written instanceof Chat.Written.Created(Spoken message))) {
            throw new IllegalStateException("without a nonce every message is new");
        }
        routes.announce(message, room);
        return message.id();
    }

    /// The members that make a message one that mentions the bot.
    public static JsonObject mention() {
        return JsonObject.builder()
                .put(
                        "mentions",
                        new JsonArray(List.of(JsonObject.builder().put("id", BOT).build())))
                .build();
    }

    /// Adds a thread of a channel, and tells the gateway.
    public void addThread(String id, String parent) {
        Room thread = new Room(id, GUILD, parent);
        chat.add(thread);
        gatehouse.dispatch("THREAD_CREATE", thread.json());
    }

    /// Tells all sessions of an event.
    public void dispatch(String name, JsonObject content) {
        gatehouse.dispatch(name, content);
    }

    /// Deletes a message.
    ///
    /// @throws IllegalArgumentException when there is none
    public void delete(String id) {
        if (!chat.delete(id)) {
            throw new IllegalArgumentException("no such message");
        }
    }

    /// All messages of a channel, the oldest first.
    public List<Spoken> messages(String channel) {
        return chat.messages(channel);
    }

    /// How many messages each nonce has made.
    public Map<String, Integer> createdByNonce() {
        return chat.createdByNonce();
    }

    /// Scripts what goes wrong with requests; [Fault] says how it is written.
    public void fail(String specifications) {
        faults.add(Fault.parseAll(specifications));
    }

    /// Forgets the faults that have not come yet.
    public void failNoMore() {
        faults.clear();
    }

    /// The faults that have not come yet.
    public List<String> faults() {
        return faults.remaining();
    }

    /// Makes something go wrong with the gateway: `drop`, `close=4000`, `reconnect`,
    /// `invalid=true`, `expire`, `deaf`, `duplicate`, `swap`, and so on.
    public void gateway(String order) {
        gatehouse.order(order);
    }

    /// How many sessions have begun.
    public int identified() {
        return gatehouse.identified();
    }

    /// The numbers from which sessions were resumed, in order.
    public List<Integer> resumes() {
        return gatehouse.resumes();
    }

    /// How many clients have a session and are connected.
    public int connected() {
        return gatehouse.connected();
    }

    /// How many signs of life were given.
    public int beats() {
        return gatehouse.beats();
    }

    /// How often each path was asked for, after its method.
    public synchronized Map<String, Integer> requests() {
        return new LinkedHashMap<>(requests);
    }

    /// How often a path below the base address was asked for.
    public synchronized int requests(String method, String path) {
        return requests.getOrDefault(method + " " + path, 0);
    }

    /// Drops what is under way, and answers no more.
    @Override
    public void close() {
        server.stop(0);
        gateway.close();
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        // Closed without an answer, an exchange takes its connection with it.
        try (exchange) {
            Request request = Request.read(exchange).below(BASE);
            if (request.path().startsWith(ChatControl.PATH)) {
                delivery.send(exchange, control.answer(request), Optional.empty());
                return;
            }
            count(request);
            Optional<Fault> taken = faults.take(request.method(), request.path());
            if (taken.isEmpty()) {
                delivery.send(exchange, routes.answer(request), taken);
            } else {
                fail(exchange, request, taken.get());
            }
        }
    }

    private synchronized void count(Request request) {
        String key = request.method() + " " + request.path();
        if (requests.containsKey(key) || requests.size() < PATHS_MAX) {
            requests.merge(key, 1, Integer::sum);
        }
    }

    private void fail(HttpExchange exchange, Request request, Fault fault) throws IOException {
        if (fault.has(FaultAction.LATENCY)) {
            waiting.pause(fault.duration(FaultAction.LATENCY));
        }
        Reply truth = fault.letsAct() ? routes.answer(request) : instead(fault);
        if (!fault.has(FaultAction.DROP_BEFORE) && !fault.has(FaultAction.DROP_AFTER)) {
            boolean isDenied = fault.letsAct() && fault.number(FaultAction.STATUS).orElse(0) >= 400;
            Reply reply = isDenied && !fault.has(FaultAction.BODY) ? instead(fault) : truth;
            delivery.send(exchange, Distortion.of(reply, fault, clock.now()), Optional.of(fault));
        }
    }

    private static Reply instead(Fault fault) {
        String code = fault.text(FaultAction.CODE).orElse("0");
        return ChatRoutes.error(
                fault.number(FaultAction.STATUS).orElse(200),
                code.matches("[0-9]{1,9}") ? Integer.parseInt(code) : 0,
                fault.text(FaultAction.MESSAGE).orElse("A simulated fault"));
    }
}
