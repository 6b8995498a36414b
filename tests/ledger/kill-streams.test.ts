import { expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { eventsIn, PATHS, saying, textIn } from "../pipeline/calling.ts";

const upstream = sharedUpstream();
const PROVIDERS = { anthropic: "anthropic/claude-sonnet-4.5", openai: "openai/gpt-4o-mini" } as const;
const DIALECTS = ["responses", "messages", "chat"] as const;
const PAIRS = DIALECTS.flatMap((dialect) =>
  (Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[]).map((provider) => [dialect, provider] as const),
);
/** A megabyte of pixels, which are few tokens. */
const PNG = Buffer.concat([
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "base64"),
  Buffer.alloc(1_000_000, 7),
]).toString("base64");
const IMAGE = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } };
const WORDS = 2_000;
const EVENT_MS = 10;
/** Of a stream's characters: more than 150 words in each dialect. */
const ENOUGH_LENGTH = 40_000;

test("streams of a killed process are charged up to the last checkpoint, as an estimate", async () => {
  upstream.script({ fault: { replyWords: WORDS, eventDelayMs: EVENT_MS } });
  const gateway = await openPooledGateway({ upstream, providers: Object.keys(PROVIDERS) });
  const enough = countdown(PAIRS.length);
  const { key, hash } = await gateway.newKey({ limit: 100 });
  const streams = PAIRS.map(async ([dialect, provider]) => {
    const body: Record<string, unknown> = { ...saying(dialect, PROVIDERS[provider], "Tell me all"), stream: true };
    if (dialect === "chat") body.messages = [{ role: "user", content: [{ type: "text", text: "Tell me all" }, IMAGE] }];
    const response = await fetch(`${gateway.url}/api/v1${PATHS[dialect]}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { id: response.headers.get("x-generation-id"), text: await textUntilGone(response, enough.add) };
  });
  await enough.reached;
  await gateway.kill();
  const delivered = await Promise.all(streams);

  const again = await openPooledGateway({ upstream, providers: Object.keys(PROVIDERS), folder: gateway.folder });
  const records = await Promise.all(
    delivered.map(async ({ id }) => (await again.call("GET", `/generation?id=${id}`)).body.data),
  );
  for (const [index, record] of records.entries()) {
    const pair = PAIRS[index]?.join(" at ");
    const words = eventsIn(delivered[index]?.text ?? "");
    const tokens = textIn(words).split(" ").length;
    expect(tokens, pair).toBeGreaterThan(100);
    expect(record.usage_units.input_tokens, pair).toBeLessThan(20_000);
    expect(record, pair).toMatchObject({ usage_estimated: true, finish_reason: "error" });
    // The last step, with spare time for a busy machine.
    expect(record.usage_units.output_tokens, pair).toBeGreaterThan(0.5 * tokens);
    expect(record.usage_units.output_tokens, pair).toBeLessThan(4 * tokens);
    expect(record.cost_proof?.holds ?? true, pair).toBe(true);
  }
  const spent = records.reduce((sum, { cost_nano_usd }) => sum + cost_nano_usd, 0);
  const { body } = await again.call("GET", `/keys/${hash}`);
  expect(Math.round(body.data.usage * 1e9)).toBe(spent);
  await again.stop();
}, 300_000);

/** The body so far; its last event may be incomplete. Reports once that enough has arrived to kill the process. */
async function textUntilGone(response: Response, isEnough: () => void): Promise<string> {
  let text = "";
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const before = text.length;
      text += chunk;
      if (before < ENOUGH_LENGTH && text.length >= ENOUGH_LENGTH) isEnough();
    }
  } catch {
    // Killed.
  }
  return text.slice(0, text.lastIndexOf("\n\n") + 1);
}

function countdown(count: number): { add: () => void; reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  return { add: () => void (--left === 0 && resolve()), reached: promise };
}
