import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { recordOf, until } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import { toneOf } from "#tests/support/wav.ts";
import { type Failure, isRetried, triedProviders } from "../whole-failures.ts";
import { mp3Facts, type Spoken, speak } from "./speaking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "deepgram"],
  env: { IDLE_TIMEOUT_MS: "1000", FIRST_CONTENT_TIMEOUT_MS: "1500", LAST_FIRST_CONTENT_TIMEOUT_MS: "2000" },
});

const speakText = (body: object, options?: Parameters<typeof speak>[2]): Promise<Spoken> =>
  speak(gateway, body, options);
const sent = (at = 0) => upstream.requests[at]?.body as Record<string, unknown>;

describe("requests", () => {
  test.each([
    [undefined, "audio/pcm", "pcm"],
    ["pcm", "audio/pcm", "pcm"],
    ["mp3", "audio/mpeg", "mp3"],
  ])("response_format %s returns %s, byte for byte", async (response_format, type, passedOn) => {
    const { status, headers, bytes } = await speakText({ ...(response_format && { response_format }) });
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    expect(sent()).toEqual({ model: "tts-1", input: "Good morning", voice: "alloy", response_format: passedOn });
    // The upstream speaks 50 ms a character.
    if (type === "audio/pcm") expect(bytes.equals(toneOf(12 * 0.05))).toBe(true);
    else expect(mp3Facts(bytes)).toEqual({ frames: 23, sampleRate: 44_100 });
  });

  test("every upstream field is sent, and no gateway field", async () => {
    const mine = { voice: "nova", speed: 1.5, instructions: "Be cheerful", future_field: { a: 1 } };
    const ours = { session_id: "s1", user: "u1", trace: { trace_id: "t" }, stream_format: "sse" };
    const provider = {
      options: { openai: { extra: 1, input: "other", stream_format: "sse" }, deepgram: { extra: 2 } },
    };
    const { headers } = await speakText({ ...mine, ...ours, provider });
    expect(sent()).toEqual({ model: "tts-1", input: "Good morning", response_format: "pcm", extra: 1, ...mine });
    expect(await recordOf(gateway, headers)).toMatchObject({ session_id: "s1", external_user: "u1", streamed: true });
  });

  const wrong: [string, object, RegExp][] = [
    ["no input", { input: undefined }, /input/],
    ["an empty input", { input: "" }, /input/],
    ["an input that is no text", { input: ["a"] }, /input/],
    ["an input without end", { input: "a".repeat(100_001) }, /input/],
    ["no model", { model: undefined }, /model/],
    ["an empty voice", { voice: "" }, /voice/],
    ["a voice that is no text", { voice: 7 }, /voice/],
    ["another format", { response_format: "opus" }, /response_format/],
    ["no speed", { speed: 0 }, /speed/],
    ["a speed that is no number", { speed: "fast" }, /speed/],
    ["a reference of an unknown kind", { input_references: [{ type: "smell" }] }, /input_references/],
    ["a voice to clone", { input_references: [{ type: "text", text: "Hi" }] }, /does not support voice cloning/],
    ["a model of another kind", { model: "openai/whisper-1" }, /makes transcription, not speech/],
  ];
  test.each(wrong)("%s is rejected with 400, and nothing is sent", async (_, body, message) => {
    const { status, json } = await speakText(body);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    expect(upstream.requests).toHaveLength(0);
  });

  test("an unknown model is a 404", async () => {
    expect((await speakText({ model: "openai/tts-9" })).status).toBe(404);
  });
});

describe("a failure before the first audio moves on to the next candidate", () => {
  const failures: [string, Failure][] = [
    ["429", { fault: { status: 429 } }],
    ["500", { fault: { status: 500 } }],
    ["401 of the upstream's key", { fault: { status: 401 } }],
    ["404 of the upstream's model", { fault: { status: 404 } }],
    ["a connection that is reset", { fault: { resetBeforeHeaders: true } }],
    ["an empty body", { fault: { emptyBody: true } }],
    ["an HTML page", { fault: { htmlBody: true } }],
    ["headers and no sound", { fault: { stallAfterEvents: 0 } }],
    ["an end before any sound", { fault: { cutAfterEvents: 0 } }],
    [
      "an error in a 200",
      { reply: { body: '{"error":{"message":"no"}}', headers: { "content-type": "application/json" } } },
    ],
  ];
  test.each(failures)("%s", async (_, failure) => {
    // Five failures in a row would open the circuit.
    await speakText({});
    upstream.reset();
    upstream.script({ match: ({ path }) => path.startsWith("/openai/"), ...failure });
    const sound = toneOf(0.1);
    upstream.script({
      match: ({ path }) => path.startsWith("/deepgram/"),
      reply: { body: sound, headers: { "content-type": "audio/l16", "dg-char-count": "12" } },
    });
    const { status, headers, bytes } = await speakText({ models: ["openai/tts-1", "deepgram/aura-2"] });
    expect([status, bytes.equals(sound)]).toEqual([200, true]);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ model: "deepgram/aura-2", usage_units: { characters: 12 }, usage_estimated: false });
    expect(triedProviders(record)).toEqual(
      isRetried(failure) ? ["openai", "openai", "deepgram"] : ["openai", "deepgram"],
    );
  });

  const outcomes: [Fault, number][] = [
    [{ status: 400 }, 400],
    [{ status: 429, retryAfterSeconds: 2 }, 429],
    [{ status: 401 }, 502],
    [{ status: 500 }, 502],
    [{ status: 503 }, 503],
    [{ status: 529 }, 529],
    [{ resetBeforeHeaders: true }, 502],
    [{ stallAfterEvents: 0 }, 524],
  ];
  test.each(outcomes)(
    "%j of the only provider becomes %i in the envelope, and costs nothing",
    async (fault, status) => {
      await speakText({});
      upstream.reset();
      upstream.script({ fault });
      const response = await speakText({});
      expect([response.status, response.json.error.code]).toEqual([status, status]);
      expect(await recordOf(gateway, response.headers)).toMatchObject({ status, api_type: "tts", cost_nano_usd: 0 });
    },
  );
});

describe("audio that is cut off", () => {
  // 24 characters are 14 pieces.
  const input = "Good morning to you all.";

  test.each<[string, Fault]>([
    ["cut", { cutAfterEvents: 3 }],
    ["stalled", { stallAfterEvents: 3 }],
  ])("by %s also cuts the caller's connection and is recorded", async (_, fault) => {
    upstream.script({ fault });
    const { status, bytes, isCut, headers } = await speakText({ input });
    expect([status, isCut]).toEqual([200, true]);
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.length).toBeLessThan(toneOf(24 * 0.05).length);
    const record = await until(async () => {
      const found = await recordOf(gateway, headers);
      return found.status !== 200 && found;
    }, "a record of the failure");
    expect(record).toMatchObject({ finish_reason: "error", cancelled: false, usage_units: { characters: 24 } });
    expect(record.provider_responses.at(-1).status).toBeGreaterThanOrEqual(500);
    // The provider charges for the text that it received.
    expect(record.cost_nano_usd).toBe(24 * 15_000);
  });

  test("an event stream without its final event is a failure", async () => {
    upstream.script({ fault: { endAfterEvents: 2 } });
    const { isCut, headers } = await speakText({ model: "openai/gpt-4o-mini-tts", input });
    expect(isCut).toBe(true);
    const record = await until(async () => {
      const found = await recordOf(gateway, headers);
      return found.status === 502 && found;
    }, "a record of the failure");
    expect(record).toMatchObject({ finish_reason: "error", usage_estimated: true });
  });

  test("a caller who disconnects stops the upstream and is charged", async () => {
    upstream.script({ fault: { eventDelayMs: 50 } });
    const leaving = new AbortController();
    const response = await fetch(`${gateway.url}/api/v1/audio/speech`, {
      method: "POST",
      signal: leaving.signal,
      headers: { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` },
      body: JSON.stringify({ model: "openai/tts-1", input: "word ".repeat(100) }),
    });
    await response.body?.getReader().read();
    leaving.abort();
    await upstream.requests[0]?.closed;
    expect(upstream.requests[0]?.aborted).toBe(true);
    const record = await until(async () => {
      const found = await recordOf(gateway, response.headers);
      return found.cancelled && found;
    }, "a record of the leaving");
    expect(record).toMatchObject({ finish_reason: "cancelled", status: 499, cost_nano_usd: 500 * 15_000 });
  });

  test("a slow reader slows the upstream down and receives everything", async () => {
    // More than the buffers in between hold: a kernel may give 33 MB to each of two connections. It is read only after
    // more than the idle time.
    const sound = Buffer.alloc(100_000_000);
    upstream.script({ reply: { headers: { "content-type": "audio/pcm" }, body: sound } });
    const patient = await openPooledGateway({ upstream, providers: ["openai"], env: { IDLE_TIMEOUT_MS: "3000" } });
    const response = await slowly(patient, { model: "openai/tts-1", input });
    expect(response.statusCode).toBe(200);
    await new Promise((done) => setTimeout(done, 4000));
    expect(upstream.requests[0]?.closedAtMs).toBeUndefined();
    let sizeBytes = 0;
    for await (const chunk of response) sizeBytes += (chunk as Buffer).length;
    expect(sizeBytes).toBe(sound.length);
    await patient.stop();
  });

  function slowly({ url, managementKey }: TestGateway, body: object): Promise<import("node:http").IncomingMessage> {
    return new Promise((done) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${managementKey}` };
      const call = request(`${url}/api/v1/audio/speech`, { method: "POST", agent: false, headers }, done);
      call.end(JSON.stringify(body));
    });
  }
});

describe("the cost of a request", () => {
  test("is charged per character, and can be recomputed", async () => {
    const { headers } = await speakText({ input: "Grüße 👋" });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      api_type: "tts",
      dialect: null,
      model: "openai/tts-1",
      provider_name: "openai",
      status: 200,
      usage_units: { characters: 7 },
      cost_nano_usd: 105_000,
      usage_estimated: false,
      unpriced_units: [],
    });
    expect(record.cost_proof).toMatchObject({ holds: true, nano_usd: 105_000 });
  });

  test("is charged by the upstream's token count if there is one", async () => {
    const { headers, bytes } = await speakText({ model: "openai/gpt-4o-mini-tts" });
    expect(bytes.equals(toneOf(12 * 0.05))).toBe(true);
    expect(sent()).toMatchObject({ stream_format: "sse" });
    const record = await recordOf(gateway, headers);
    expect(record.raw_usage).toMatchObject({ output_tokens: 12 });
    expect(record).toMatchObject({ usage_units: { output_audio_tokens: 12 }, usage_estimated: false });
    const { input_tokens: text } = record.usage_units;
    expect(record.cost_nano_usd).toBe(text * 600 + 12 * 12_000);
    expect(record.cost_proof.holds).toBe(true);
  });

  test("is rejected with 402 if a limit does not cover it, and nothing is sent", async () => {
    const { key } = await gateway.newKey({ limit: 0.0001 });
    const { status } = await speakText({ input: "word ".repeat(200) }, { key });
    expect(status).toBe(402);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is zero with BYOK", async () => {
    const stored = await gateway.call("POST", "/byok", { provider: "openai", key: "sk-own-000000000000000000" });
    const { headers } = await speakText({});
    await gateway.call("DELETE", `/byok/${stored.body.data.id}`);
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer sk-own-000000000000000000");
    expect(await recordOf(gateway, headers)).toMatchObject({
      is_byok: true,
      total_cost: 0,
      upstream_inference_cost: 0.00018,
    });
  });
});
