package dev.belay.discord.rest;

/// What is asked of Discord.
///
/// @param path below the API's address
/// @param route what shares a limit: the path without ids
/// @param channel the channel it is for; empty for none
/// @param body empty for none
/// @param answerMax how long the answer may be, in bytes
record Call(String method, String path, String route, String channel, String body, int answerMax) {
    private static final int USUAL_MAX = 1 << 20;

    static Call get(String path, String route, String channel) {
        return new Call("GET", path, route, channel, "", USUAL_MAX);
    }

    static Call post(String path, String route, String channel, String body) {
        return new Call("POST", path, route, channel, body, USUAL_MAX);
    }

    Call withAnswerMax(int value) {
        return new Call(method, path, route, channel, body, value);
    }

    /// Whether it brings something into a channel.
    boolean isPost() {
        return !body.isEmpty();
    }

    /// Without its body.
    @Override
    public String toString() {
        return method + " " + route;
    }
}
