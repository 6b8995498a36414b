import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, saying } from "./calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "openai"] });

const threads = [{ type: "create" }, { type: "continue", previous_message_id: "msg_1" }];

test.each(
  ["anthropic/claude-sonnet-4.5", "openai/gpt-5-mini"].flatMap((model) =>
    threads.map((thread) => [model, thread] as const),
  ),
)(
  "%s: a request with a thread %j is rejected with the code on which SDKs send the whole conversation",
  async (model, thread) => {
    const { status, text } = await post(gateway, "messages", saying("messages", model, "Go on", { thread }));
    const { type, error } = JSON.parse(text);
    expect([status, type, error.type]).toEqual([400, "error", "invalid_request_error"]);
    expect(error.details).toEqual({ error_code: "thread_unsupported_request" });
    expect(upstream.requests).toHaveLength(0);
    expect((await post(gateway, "messages", saying("messages", model, "Go on", { thread: null }))).status).toBe(200);
  },
);
