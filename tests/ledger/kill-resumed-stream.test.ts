import { expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { eventsIn, saying, textIn } from "../pipeline/calling.ts";

const upstream = sharedUpstream();
const PROVIDERS = ["groq", "google"];
const [PRIMARY, FALLBACK] = ["meta-llama/llama-3.3-70b-instruct", "google/gemini-2.5-flash"];
const FIRST_WORDS = 400;
const EVENT_MS = 10;

test("each part of a resumed stream is charged once if the process is killed", async () => {
  const isPrimary = ({ path }: { path: string }) => path.startsWith("/groq/");
  const fault = { replyWords: 2_000, eventDelayMs: EVENT_MS };
  upstream.script({ match: isPrimary, fault: { replyWords: 2_000, cutAfterEvents: FIRST_WORDS } });
  upstream.script({ fault });
  const gateway = await openPooledGateway({ upstream, providers: PROVIDERS });
  const { key, hash } = await gateway.newKey({ limit: 100 });
  const provider = { only: PROVIDERS, resume: true };
  const response = await fetch(`${gateway.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      ...saying("chat", PRIMARY, "Tell me all", { models: [PRIMARY, FALLBACK], provider }),
      stream: true,
    }),
  });
  let text = "";
  let killing: Promise<void> | undefined;
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const resumedAt = text.indexOf('"resumed"');
      if (resumedAt >= 0 && eventsIn(text.slice(resumedAt)).length > 100) killing ??= gateway.kill();
    }
  } catch {
    // Killed.
  }
  await killing;
  const whole = eventsIn(text.slice(0, text.lastIndexOf("\n\n") + 1));
  const { resumed } = whole.find((event) => event.resumed);
  const restTokens = textIn(whole.slice(whole.findIndex((event) => event.resumed))).split(" ").length;

  const again = await openPooledGateway({ upstream, providers: PROVIDERS, folder: gateway.folder });
  const record = async (id: string | null) => (await again.call("GET", `/generation?id=${id}`)).body.data;
  const first = await record(resumed.generation_id);
  const rest = await record(response.headers.get("x-generation-id"));
  expect(first).toMatchObject({ model: PRIMARY, provider_name: "groq", finish_reason: "error" });
  expect(first.usage_units.output_tokens).toBeGreaterThan(0.5 * FIRST_WORDS);
  expect(rest).toMatchObject({ model: FALLBACK, provider_name: "google", usage_estimated: true });
  // The last step, with spare time for a busy machine.
  expect(rest.usage_units.output_tokens).toBeGreaterThan(0.3 * restTokens);
  expect(rest.usage_units.output_tokens).toBeLessThan(2.5 * restTokens);
  expect(rest.cost_proof?.holds ?? true).toBe(true);
  const { body } = await again.call("GET", `/keys/${hash}`);
  expect(Math.round(body.data.usage * 1e9)).toBe(first.cost_nano_usd + rest.cost_nano_usd);
  await again.stop();
});
