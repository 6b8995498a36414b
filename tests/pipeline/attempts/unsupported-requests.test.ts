import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "openai"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const GPT = "openai/gpt-5-mini";

async function openCircuits(): Promise<unknown[]> {
  return (await gateway.call("GET", "/system")).body.data.open_circuits;
}

describe("a request that a provider does not support", () => {
  const video = { type: "video_url", video_url: { url: "data:video/mp4;base64,AAAA" } };
  const document = { type: "file", file: { filename: "a.docx", file_data: "UEsDBBQABgAIAAA=" } };
  test.each<[string, DialectName, Record<string, unknown>]>([
    ["a part it has no form for", "chat", { messages: [{ role: "user", content: [video] }] }],
    ["a file of a kind it does not take", "chat", { messages: [{ role: "user", content: [document] }] }],
  ])("%s: is a 400 and never counts against the provider", async (_, dialect, body) => {
    for (let call = 0; call < 6; call++) {
      const { status, text, headers } = await post(gateway, dialect, { ...body, model: CLAUDE });
      expect(status, text).toBe(400);
      expect((await recordOf(gateway, headers)).status).toBe(400);
    }
    expect(upstream.requests).toHaveLength(0);
    expect(await openCircuits()).toEqual([]);
  });

  test("may be sent to the next provider", async () => {
    const body = { model: CLAUDE, messages: [{ role: "user", content: [document] }], models: [GPT] };
    const { status, headers } = await post(gateway, "chat", body);
    expect(status).toBe(200);
    const { provider_responses: attempts } = await recordOf(gateway, headers);
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([400, 200]);
  });
});

test("a file or item missing at the upstream is the caller's error", async () => {
  const message = "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.";
  const error = { message, type: "invalid_request_error", param: "input", code: null };
  upstream.script({ reply: { status: 404, body: JSON.stringify({ error }) } });
  for (let call = 0; call < 6; call++) {
    const response = await post(gateway, "responses", saying("responses", GPT, "Hi", { models: [GPT, CLAUDE] }));
    expect([response.status, JSON.parse(response.text).error.message]).toEqual([404, message]);
  }
  expect(upstream.requests).toHaveLength(6);
  expect(await openCircuits()).toEqual([]);
});

test.each(["previous_response_id", "conversation"])(
  "%s is rejected, because responses are not stored",
  async (field) => {
    const body = { model: GPT, input: "Go on", [field]: "resp_1" };
    const { status, text } = await post(gateway, "responses", body);
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining(`${field}: Must be null`)]);
    expect(upstream.requests).toHaveLength(0);
    expect((await post(gateway, "responses", { ...body, [field]: null })).status).toBe(200);
  },
);
