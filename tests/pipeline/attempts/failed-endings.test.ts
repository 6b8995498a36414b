import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  errorIn,
  eventsIn,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "google", "groq", "together", "openai"] });

const GEMINI = "google/gemini-2.5-flash";
const OPEN = "openai/gpt-oss-120b";
const DIALECTS: DialectName[] = ["chat", "messages", "responses"];

/** A Gemini stream that contains `text`, if any, and ends with an error. */
function failGemini(text?: string) {
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 };
  const candidates = [
    ...(text ? [{ index: 0, content: { role: "model", parts: [{ text }] } }] : []),
    { index: 0, finishReason: "MALFORMED_FUNCTION_CALL" },
  ];
  const events = candidates.map((candidate) => ({ candidates: [candidate], usageMetadata }));
  upstream.script({ match: ({ path }) => path.startsWith("/google/"), reply: { events } });
}

describe.each(DIALECTS)("%s: a response that its provider ends with an error", (dialect) => {
  test.each([true, false])("fails over before any content (stream %s)", async (stream) => {
    failGemini();
    const body = saying(dialect, GEMINI, "Hello", { models: [OPEN], provider: { only: ["google", "groq"] }, stream });
    const { status, headers, text } = await post(gateway, dialect, body);
    expect(status, text).toBe(200);
    expect(stream ? textIn(eventsIn(text)) : textOf(JSON.parse(text))).toBe("You said: Hello");
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ status: 200, error: null, provider_name: "groq" });
    expect(record.provider_responses).toMatchObject([{ provider_name: "google", status: 502 }, { status: 200 }]);
  });

  test("fails if no candidate is left", async () => {
    failGemini();
    for (const stream of [true, false]) {
      const { status, headers, text } = await post(gateway, dialect, saying(dialect, GEMINI, "Hello", { stream }));
      expect(status, text).toBe(502);
      expect(JSON.parse(text).error.message).toContain("MALFORMED_FUNCTION_CALL");
      const record = await recordOf(gateway, headers);
      expect(record).toMatchObject({ status: 502, finish_reason: "error", tokens_prompt: 5, tokens_completion: 2 });
    }
  });

  test("is reported and recorded as a failure after content", async () => {
    failGemini("Hi");
    const response = await streamOf(gateway, dialect, saying(dialect, GEMINI, "Hello"));
    expect(textIn(response.events)).toBe("Hi");
    expect(looksFinished(dialect, response.events)).toBe(false);
    expect(errorIn(response.events)?.message).toContain("MALFORMED_FUNCTION_CALL");
    const record = await recordOf(gateway, response.headers);
    expect(record).toMatchObject({ status: 502, finish_reason: "error", tokens_completion: 2 });
  });
});
