import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { type DialectName, looksFinished, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";
import { expectCharged } from "./expect-charged.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const MODEL = "openai.gpt-oss-120b-1:0";
const ARN = "arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc123";
const { account, cloud, gateway } = sharedBedrock("eu-central-1", [MODEL, ARN]);
const CHAT = "/openai/v1/chat/completions";
const CONVERSE = `/model/${encodeURIComponent(MODEL)}/converse-stream`;
const here = { provider: { only: ["amazon-bedrock"] } };
const hello = (dialect: DialectName, more: object = {}) =>
  saying(dialect, "openai/gpt-oss-120b", "Hello", {
    ...here,
    ...(dialect === "messages" && { max_tokens: 50 }),
    ...more,
  });
const sent = () => JSON.parse(String(cloud.requests[0]?.raw));

test("a chat body passes through to the endpoint in OpenAI's dialect, signed and charged by its count", async () => {
  const body = hello("chat", { max_tokens: 50, future_field: 1 });
  const { status, text, headers } = await post(gateway, "chat", body);
  expect(status, text).toBe(200);
  expect(textOf(JSON.parse(text))).toBe("You said: Hello");
  expect(cloud.requests.map(({ path }) => path)).toEqual([CHAT]);
  const { provider: _, max_tokens, ...rest } = body as Record<string, unknown>;
  expect(sent()).toEqual({ ...rest, model: MODEL, max_completion_tokens: max_tokens });
  await expectCharged(gateway, headers, "amazon-bedrock");
});

test("a stream passes through with its usage", async () => {
  const { events, headers } = await streamOf(gateway, "chat", hello("chat"));
  expect(textIn(events)).toBe("You said: Hello");
  expect(looksFinished("chat", events)).toBe(true);
  expect(sent().stream_options).toEqual({ include_usage: true });
  expect(await recordOf(gateway, headers)).toMatchObject({ usage_estimated: false });
});

describe("reasoning, which Bedrock sends in the content", () => {
  const thinking = { reasoning: { effort: "low" } };

  test("is a field of its own in a whole response", async () => {
    const { status, text } = await post(gateway, "chat", hello("chat", thinking));
    expect(status, text).toBe(200);
    const [{ message }] = JSON.parse(text).choices;
    expect(message.content).toBe("You said: Hello");
    expect(message.reasoning).not.toBe("");
    expect(text).not.toContain("reasoning>");
    expect(sent().reasoning_effort).toBe("low");
  });

  test("is a field of its own in a stream, whose chunks may cut the tags", async () => {
    const { text, events } = await streamOf(gateway, "chat", hello("chat", thinking));
    expect(textIn(events)).toBe("You said: Hello");
    expect(text).not.toMatch(/<rea|<\/reaso|ning>/);
    const whole = JSON.parse((await post(gateway, "chat", hello("chat", thinking))).text);
    const streamed = events.map((event) => event.choices?.[0]?.delta?.reasoning ?? "").join("");
    expect(streamed).toBe(whole.choices[0].message.reasoning);
  });
});

test.each<DialectName>(["responses", "messages"])("%s is converted to Converse", async (dialect) => {
  const { status, text } = await post(gateway, dialect, hello(dialect));
  expect(status, text).toBe(200);
  expect(textOf(JSON.parse(text))).toBe("You said: Hello");
  expect(cloud.requests.map(({ path }) => path)).toEqual([CONVERSE]);
});

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

test.each([
  ["a JSON schema", { response_format: { type: "json_schema", json_schema: { name: "place", schema } } }],
  ["a stop sequence", { stop: "END" }],
])("a chat request with %s, which the endpoint does not honor, is converted to Converse", async (_what, more) => {
  await post(gateway, "chat", hello("chat", more));
  expect(cloud.requests[0]?.path).toBe(CONVERSE);
});

// https://aws.amazon.com/bedrock/pricing: 0.20 and 0.79 USD a million in Frankfurt, half of it in the tier flex.
test.each<DialectName>(["responses", "messages"])(
  "a service tier has Converse's name and its own price, in %s",
  async (dialect) => {
    const { status, text, headers } = await post(gateway, dialect, hello(dialect, { service_tier: "flex" }));
    expect(status, text).toBe(200);
    expect(sent().serviceTier).toEqual({ type: "flex" });
    const record = await recordOf(gateway, headers);
    const { input_tokens: input, output_tokens: output } = record.usage_units;
    expect(record).toMatchObject({ service_tier: "flex", cost_nano_usd: input * 100 + output * 395 });
  },
);

test("a service tier without a price is rejected", async () => {
  const { status, text } = await post(gateway, "chat", hello("chat", { service_tier: "reserved" }));
  expect([status, cloud.requests]).toEqual([404, []]);
  expect(text).toContain('in the service tier \\"reserved\\"');
});

test("an application inference profile, which the endpoint rejects, is called through Converse", async () => {
  const key = { region: account.region, api_key: account.apiKey, models: { [MODEL]: ARN } };
  const { body } = await gateway.call("POST", "/byok", { provider: "amazon-bedrock", key });
  const { status, text } = await post(gateway, "chat", hello("chat"));
  await gateway.call("DELETE", `/byok/${body.data.id}`);
  expect(status, text).toBe(200);
  expect(cloud.requests.map(({ path }) => path)).toEqual([`/model/${encodeURIComponent(ARN)}/converse-stream`]);
});

test("the fake answers the published client as Bedrock does", async () => {
  const client = new OpenAI({ apiKey: account.apiKey, baseURL: `${cloud.url}/openai/v1`, maxRetries: 0 });
  const asked = { model: MODEL, reasoning_effort: "low", messages: [{ role: "user", content: "Hello" }] } as const;
  const { choices } = await client.chat.completions.create({ ...asked, messages: [...asked.messages] });
  expect(choices[0]?.message.content).toMatch(/^<reasoning>.+<\/reasoning>You said: Hello$/s);
  const refused = client.chat.completions.create({ ...asked, model: "unknown", messages: [...asked.messages] });
  await expect(refused).rejects.toMatchObject({ status: 404, code: "model_not_found" });
});
