import OpenAI from "openai";
import { bedrock as bedrockProvider } from "openai/providers/bedrock";
import { describe, expect, test } from "vitest";
import { type DialectName, looksFinished, post, saying, streamOf, textIn, textOf } from "../calling.ts";
import { expectCharged } from "./expect-charged.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const MODEL = "us.openai.gpt-5.6-sol";
const ARN = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123";
const { account, cloud, gateway } = sharedBedrock("us-east-1", [MODEL, "global.openai.gpt-5.6-sol", ARN]);
const PATH = "/openai/v1/responses";
const here = { provider: { only: ["amazon-bedrock"] } };
const hello = (dialect: DialectName, more: object = {}) =>
  saying(dialect, "openai/gpt-5.6-sol", "Hello", {
    ...here,
    ...(dialect === "messages" && { max_tokens: 50 }),
    ...more,
  });
const sent = () => JSON.parse(String(cloud.requests[0]?.raw));

describe.each<DialectName>(["responses", "chat", "messages"])("GPT-5.6 at Bedrock in %s", (dialect) => {
  test("is called through its profile, whole and streamed, signed and priced by what Bedrock counted", async () => {
    const whole = await post(gateway, dialect, hello(dialect));
    expect(whole.status, whole.text).toBe(200);
    expect(textOf(JSON.parse(whole.text))).toBe("You said: Hello");
    const streamed = await streamOf(gateway, dialect, hello(dialect));
    expect(textIn(streamed.events)).toBe("You said: Hello");
    expect(looksFinished(dialect, streamed.events)).toBe(true);
    expect(cloud.requests.map(({ path }) => path)).toEqual([PATH, PATH]);
    expect(sent()).toMatchObject({ model: MODEL, store: false });
    for (const { headers } of [whole, streamed]) await expectCharged(gateway, headers, "amazon-bedrock");
  });
});

test("a responses body passes through", async () => {
  const body = { ...hello("responses"), prompt_cache_key: "a", future_field: { a: 1 } };
  expect((await post(gateway, "responses", body)).status).toBe(200);
  const { provider: _, ...rest } = body as Record<string, unknown>;
  expect(sent()).toEqual({ ...rest, model: MODEL, store: false });
});

test.each<DialectName>(["responses", "chat"])(
  "a setting and an effort that the model rejects are not sent, in %s",
  async (dialect) => {
    const effort = dialect === "chat" ? { reasoning_effort: "minimal" } : { reasoning: { effort: "minimal" } };
    const { status, text } = await post(gateway, dialect, hello(dialect, { temperature: 0.5, ...effort }));
    expect(status, text).toBe(200);
    expect(sent()).not.toHaveProperty("temperature");
    expect(sent().reasoning.effort).toBe("low");
  },
);

test("web search, which the runtime does not have, is not sent", async () => {
  const { status, text } = await post(gateway, "responses", { ...hello("responses"), tools: [{ type: "web_search" }] });
  expect(status, text).toBe(200);
  expect(sent().tools ?? []).toEqual([]);
});

test("images by URL, which the runtime does not load, are sent as their content", async () => {
  const image = { type: "input_image", image_url: "https://does-not-resolve.invalid/cat.png" };
  const input = [{ role: "user", content: [{ type: "input_text", text: "Hi" }, image] }];
  const { status, text } = await post(gateway, "responses", { ...hello("responses"), input });
  expect([status, text]).toEqual([400, expect.stringContaining("does-not-resolve.invalid")]);
  expect(cloud.requests).toEqual([]);
});

test("an application inference profile, which the Responses API rejects, is called through Converse", async () => {
  const key = { region: account.region, api_key: account.apiKey, models: { [MODEL]: ARN } };
  const { body } = await gateway.call("POST", "/byok", { provider: "amazon-bedrock", key });
  const { status, text } = await post(gateway, "responses", hello("responses"));
  await gateway.call("DELETE", `/byok/${body.data.id}`);
  expect(status, text).toBe(200);
  expect(cloud.requests.map(({ path }) => path)).toEqual([`/model/${encodeURIComponent(ARN)}/converse-stream`]);
});

test("the fake answers the provider's own client as Bedrock does", async () => {
  const { apiKey, region } = account;
  const provider = bedrockProvider({ endpoint: "runtime", region, apiKey, baseURL: `${cloud.url}/openai/v1` });
  const client = new OpenAI({ provider, maxRetries: 0 });
  expect((await client.responses.create({ model: MODEL, input: "Hello" })).output_text).toBe("You said: Hello");
  const bare = client.responses.create({ model: "openai.gpt-5.6-sol", input: "Hello" });
  await expect(bare).rejects.toMatchObject({ status: 400, message: expect.stringContaining("inference profile") });
});
