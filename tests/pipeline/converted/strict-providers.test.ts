import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, recordOf, saying } from "../calling.ts";

// A converted request reaches a provider that rejects unknown fields without those that only others take.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["mistral", "groq", "cerebras"] });

test.each([
  ["mistral", "mistralai/mistral-large-2512"],
  ["groq", "openai/gpt-oss-120b"],
  ["cerebras", "openai/gpt-oss-120b"],
])("top_k of messages is dropped and named for %s", async (provider, model) => {
  const body = saying("messages", model, "Hi", { max_tokens: 50, top_k: 40, provider: { only: [provider] } });
  const { status, text, headers } = await post(gateway, "messages", body);
  expect(status, text).toBe(200);
  expect(upstream.requests.at(-1)?.body).not.toHaveProperty("top_k");
  expect((await recordOf(gateway, headers)).notes).toContain("top_k: dropped");
});

test.each([
  [
    "messages",
    {
      messages: [
        { role: "user", content: "2 + 2?" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Add them." },
            { type: "text", text: "4" },
          ],
        },
        { role: "user", content: "Thanks" },
      ],
    },
    "messages[] (reasoning): dropped",
  ],
  [
    "responses",
    {
      input: [
        { role: "user", content: "2 + 2?" },
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Add them." }] },
        { role: "assistant", content: "4" },
        { role: "user", content: "Thanks" },
      ],
    },
    "input[] (reasoning): dropped",
  ],
] as const)("earlier reasoning that Mistral does not take back is named, in %s", async (dialect, turns, note) => {
  const body = { ...saying(dialect, "mistralai/mistral-large-2512", "Hi"), ...turns, max_tokens: 50 };
  const { status, text, headers } = await post(gateway, dialect, body);
  expect(status, text).toBe(200);
  expect((await recordOf(gateway, headers)).notes).toContain(note);
});
