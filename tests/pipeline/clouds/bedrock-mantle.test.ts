import { createBedrockMantle } from "@ai-sdk/amazon-bedrock/mantle";
import OpenAI from "openai";
import { bedrock as bedrockProvider } from "openai/providers/bedrock";
import { afterEach, describe, expect, test } from "vitest";
import { type DialectName, looksFinished, post, saying, streamOf, textIn, textOf } from "../calling.ts";
import { expectCharged } from "./expect-charged.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const MODELS = {
  "openai/gpt-5.5": "openai.gpt-5.5",
  "x-ai/grok-4.3": "xai.grok-4.3",
  "google/gemma-4-31b-it": "google.gemma-4-31b",
};
const { account, cloud, mantle, gateway } = sharedBedrock("us-east-1", Object.values(MODELS));
const [RESPONSES, CHAT] = ["/openai/v1/responses", "/openai/v1/chat/completions"];
const here = { provider: { only: ["amazon-bedrock"] } };
const hello = (dialect: DialectName, model: string, more: object = {}) =>
  saying(dialect, model, "Hello", { ...here, ...(dialect === "messages" && { max_tokens: 50 }), ...more });
const sent = () => JSON.parse(String(mantle.requests[0]?.raw));
const paths = () => mantle.requests.map(({ path }) => path);
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const cells = Object.entries(MODELS).flatMap(([model, upstream]) =>
  (["responses", "chat", "messages"] as const).map((dialect) => ({ model, upstream, dialect })),
);

test.each(cells)("$model is called at Mantle in $dialect, whole and streamed, and charged", async (cell) => {
  const { model, upstream, dialect } = cell;
  const whole = await post(gateway, dialect, hello(dialect, model));
  expect(whole.status, whole.text).toBe(200);
  expect(textOf(JSON.parse(whole.text))).toBe("You said: Hello");
  const streamed = await streamOf(gateway, dialect, hello(dialect, model));
  expect(textIn(streamed.events)).toBe("You said: Hello");
  expect(looksFinished(dialect, streamed.events)).toBe(true);
  const path = dialect === "responses" || model.startsWith("openai/") ? RESPONSES : CHAT;
  expect(paths()).toEqual([path, path]);
  expect(cloud.requests).toEqual([]);
  expect(sent().model).toBe(upstream);
  for (const { headers } of [whole, streamed]) await expectCharged(gateway, headers, "amazon-bedrock");
});

test.each([
  ["responses", "openai/gpt-5.5", { store: false }],
  ["responses", "x-ai/grok-4.3", { store: false }],
  ["chat", "x-ai/grok-4.3", {}],
  ["chat", "google/gemma-4-31b-it", {}],
] as const)("a %s body passes through to %s", async (dialect, model, set) => {
  const body = hello(dialect, model, { user: "u1", future_field: { a: 1 } });
  expect((await post(gateway, dialect, body)).status).toBe(200);
  const { provider: _, ...rest } = body as Record<string, unknown>;
  expect(sent()).toEqual({ ...rest, model: MODELS[model], ...set });
});

test.each<DialectName>(["responses", "chat", "messages"])(
  "GPT gets no setting that it rejects, under its name at Bedrock, in %s",
  async (dialect) => {
    const { status, text } = await post(gateway, dialect, hello(dialect, "openai/gpt-5.5", { temperature: 0.5 }));
    expect(status, text).toBe(200);
    expect(sent()).not.toHaveProperty("temperature");
  },
);

test("Grok gets no setting that xAI rejects", async () => {
  await post(gateway, "chat", hello("chat", "x-ai/grok-4.3", { presence_penalty: 1, reasoning_effort: "none" }));
  expect(sent()).not.toHaveProperty("presence_penalty");
  expect(sent().reasoning_effort).toBe("none");
});

describe("images", () => {
  const image = (more: object) => [
    {
      role: "user",
      content: [
        { type: "input_text", text: "Hi" },
        { type: "input_image", ...more },
      ],
    },
  ];

  test("get the detail that Mantle requires", async () => {
    const body = { ...hello("responses", "openai/gpt-5.5"), input: image({ image_url: PIXEL }) };
    const { status, text } = await post(gateway, "responses", body);
    expect(status, text).toBe(200);
    expect(sent().input).toEqual(image({ image_url: PIXEL, detail: "auto" }));
  });

  test("keep the detail that they have", async () => {
    const input = image({ image_url: PIXEL, detail: "low" });
    await post(gateway, "responses", { ...hello("responses", "openai/gpt-5.5"), input });
    expect(sent().input).toEqual(input);
  });

  test("by URL are sent as their content, in every dialect", async () => {
    const url = "https://does-not-resolve.invalid/cat.png";
    const bodies = [
      ["responses", { input: image({ image_url: url }) }],
      ["chat", { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] }],
    ] as const;
    for (const model of ["openai/gpt-5.5", "x-ai/grok-4.3"])
      for (const [dialect, more] of bodies) {
        const { status, text } = await post(gateway, dialect, { ...hello(dialect, model), ...more });
        expect([status, text]).toEqual([400, expect.stringContaining("does-not-resolve.invalid")]);
      }
    expect(mantle.requests).toEqual([]);
  });
});

test("GPT has OpenAI's web search, and Grok only functions", async () => {
  const tools = [{ type: "web_search" }];
  for (const model of ["openai/gpt-5.5", "x-ai/grok-4.3"]) {
    const { status, text } = await post(gateway, "responses", { ...hello("responses", model), tools });
    expect(status, text).toBe(200);
  }
  expect(mantle.requests.map(({ raw }) => JSON.parse(String(raw)).tools ?? [])).toEqual([tools, []]);
});

test("a service tier without a price is rejected", async () => {
  const { status, text } = await post(
    gateway,
    "responses",
    hello("responses", "openai/gpt-5.5", { service_tier: "flex" }),
  );
  expect([status, mantle.requests]).toEqual([404, []]);
  expect(text).toContain('in the service tier \\"flex\\"');
});

describe("a credential of a region without the model", () => {
  const inFrankfurt = { region: "eu-central-1", api_key: account.apiKey };
  let added = "";
  const addKey = async (key: object) => {
    added = (await gateway.call("POST", "/byok", { provider: "amazon-bedrock", key })).body.data.id;
  };
  afterEach(() => gateway.call("DELETE", `/byok/${added}`));
  const authorization = async () => {
    const { status, text } = await post(gateway, "responses", hello("responses", "openai/gpt-5.5"));
    expect(status, text).toBe(200);
    return mantle.requests[0]?.headers.authorization;
  };

  test("leaves it to the next credential", async () => {
    await addKey(inFrankfurt);
    expect(await authorization()).toMatch(/^AWS4-HMAC-SHA256 .*\/us-east-1\/bedrock-mantle\//);
  });

  test("is used if it names the model", async () => {
    await addKey({ ...inFrankfurt, models: { "openai.gpt-5.5": "openai.gpt-5.5" } });
    expect(await authorization()).toBe(`Bearer ${account.apiKey}`);
  });
});

describe("the fake answers published clients as Mantle does", () => {
  const openai = () => {
    const { apiKey, region } = account;
    const provider = bedrockProvider({ endpoint: "mantle", region, apiKey, baseURL: `${mantle.url}/openai/v1` });
    return new OpenAI({ provider, maxRetries: 0 });
  };

  test("to OpenAI's client with a key", async () => {
    const { responses, chat } = openai();
    expect((await responses.create({ model: "openai.gpt-5.5", input: "Hello" })).output_text).toBe("You said: Hello");
    const messages = [{ role: "user" as const, content: "Hello" }];
    await expect(chat.completions.create({ model: "openai.gpt-5.5", messages })).rejects.toMatchObject({ status: 400 });
    const list = new OpenAI({ apiKey: account.apiKey, baseURL: `${mantle.url}/v1` }).models.list();
    expect((await list).data.map(({ id }) => id)).toEqual(Object.values(MODELS));
  });

  test("to the AI SDK's client with a signature, which the runtime's name does not replace", async () => {
    const { region, accessKeyId, secretAccessKey } = account;
    const settings = { region, accessKeyId, secretAccessKey, baseURL: `${mantle.url}/openai/v1` };
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }];
    const grok = createBedrockMantle(settings).chat("xai.grok-4.3");
    expect((await grok.doGenerate({ prompt })).content).toMatchObject([{ type: "text", text: "You said: Hello" }]);
    const wrong = createBedrockMantle({ ...settings, secretAccessKey: "wrong" }).chat("xai.grok-4.3");
    await expect(wrong.doGenerate({ prompt })).rejects.toMatchObject({ statusCode: 403 });
  });
});
