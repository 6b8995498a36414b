import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, recordOf, saying, streamOf } from "../calling.ts";

// The usage in a converted response is what the ledger charges for, however the upstream counts.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq"] });

const COUNTED: [string, object, { fresh: number; cached: number; output: number }][] = [
  [
    "a prompt without its cached part",
    { prompt_tokens: 1000, completion_tokens: 50, prompt_tokens_details: { cached_tokens: 5000 } },
    { fresh: 1000, cached: 5000, output: 50 },
  ],
  [
    "cached tokens in DeepSeek's fields",
    { prompt_tokens: 1000, completion_tokens: 50, prompt_cache_hit_tokens: 600, prompt_cache_miss_tokens: 400 },
    { fresh: 400, cached: 600, output: 50 },
  ],
  [
    "cached tokens in Moonshot's field",
    { prompt_tokens: 1000, completion_tokens: 50, cached_tokens: 600 },
    { fresh: 400, cached: 600, output: 50 },
  ],
  [
    "reasoning alongside the completion",
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 45, completion_tokens_details: { reasoning_tokens: 30 } },
    { fresh: 10, cached: 0, output: 35 },
  ],
];

function script(usage: object): void {
  const chunk = (more: object) => ({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", ...more });
  const choice = (delta: object, finish: string | null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const events = [
    chunk(choice({ role: "assistant", content: "Hi" }, null)),
    chunk(choice({}, "stop")),
    chunk({ choices: [], usage }),
    "data: [DONE]\n\n",
  ];
  upstream.script({ reply: { events } });
}

describe.each(["messages", "responses"] as const)("%s", (dialect) => {
  const body = saying(dialect, "openai/gpt-oss-120b", "Hello", { provider: { only: ["groq"] } });

  test.each(COUNTED)("%s", async (_, usage, { fresh, cached, output }) => {
    script(usage);
    const expected =
      dialect === "messages"
        ? { input_tokens: fresh, cache_read_input_tokens: cached, output_tokens: output }
        : {
            input_tokens: fresh + cached,
            input_tokens_details: { cached_tokens: cached },
            output_tokens: output,
            total_tokens: fresh + cached + output,
          };
    const whole = await post(gateway, dialect, body);
    expect(JSON.parse(whole.text).usage).toMatchObject(expected);
    const streamed = await streamOf(gateway, dialect, body);
    const told = streamed.events.map((event) => event.response?.usage ?? event.usage).findLast(Boolean);
    expect(told).toMatchObject(expected);
    for (const { headers } of [whole, streamed]) {
      const { tokens_prompt, tokens_completion, cost_nano_usd } = await recordOf(gateway, headers);
      expect({ tokens_prompt, tokens_completion }).toEqual({
        tokens_prompt: fresh + cached,
        tokens_completion: output,
      });
      expect(told.cost).toBe(cost_nano_usd / 1e9);
    }
  });
});
