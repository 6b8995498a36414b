import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { recordOf } from "./calling.ts";

const TTS = "openai/tts-1";

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstream, providers: ["openai", "google", "elevenlabs", "deepgram"] });
});
beforeEach(() => upstream.reset());
afterAll(async () => {
  await gateway?.stop();
  await upstream?.close();
});

type Spoken = { status: number; headers: Headers; bytes: Buffer; json: ReturnType<typeof JSON.parse> };

async function speak(body: object, options: { key?: string; headers?: Record<string, string> } = {}): Promise<Spoken> {
  const response = await fetch(`${gateway.url}/api/v1/audio/speech`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${options.key ?? gateway.managementKey}`,
      ...options.headers,
    },
    body: JSON.stringify({ model: TTS, input: "Good morning", ...body }),
  });
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get("content-type")?.startsWith("application/json");
  return { status, headers, bytes, json: isJson ? JSON.parse(bytes.toString()) : undefined };
}

describe("the local synthesizer", () => {
  test("speaks", async () => {
    const { status, headers, bytes, json } = await speak({ model: "local/flite" });
    expect([status, json]).toEqual([200, undefined]);
    expect(headers.get("content-type")).toBe("audio/pcm");
    expect(bytes.length).toBeGreaterThan(20_000);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ api_type: "tts", cost_nano_usd: 0, usage_units: { characters: 12 } });
  });
});
