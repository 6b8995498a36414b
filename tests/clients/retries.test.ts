import { describe, expect, test } from "vitest";
import { aiSdk } from "./ai-sdk.ts";
import { anthropicMessages } from "./anthropic.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"];
// One SDK is missing here: it does not retry after 429.
const CLIENTS = [
  openaiResponses,
  openaiChat,
  anthropicMessages,
  aiSdk("@ai-sdk/openai responses"),
  aiSdk("@ai-sdk/anthropic"),
  aiSdk("@openrouter/ai-sdk-provider"),
];

describe.each(CLIENTS)("$name", (client) => {
  test.each(MODELS)("waits as long as the upstream of %s requests, then gets its response", async (model) => {
    world.upstream.reset();
    world.upstream.script({ times: 1, fault: { status: 429, retryAfterSeconds: 2 } });
    const started = performance.now();
    const turn = await client.ask(world.connection({ retries: 2 }), { model, prompt: "Hi", streamed: true });
    expect(turn.text).toBe("You said: Hi");
    expect(performance.now() - started).toBeGreaterThan(1_800);
  });
});
