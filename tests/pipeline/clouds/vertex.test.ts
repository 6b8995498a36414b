import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { serviceAccount, vertex } from "#tests/support/clouds/vertex.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { type DialectName, looksFinished, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";
import { expectCharged } from "./expect-charged.ts";

const upstream = sharedUpstream();
const cloud = cloudFront(upstream, vertex({ project: "acme-ai", location: "europe-west1" }));
const addresses = () => ({ GOOGLE_VERTEX_BASE_URL: cloud.url, GOOGLE_TOKEN_URL: `${cloud.url}/token` });
const place = { GOOGLE_VERTEX_PROJECT: "acme-ai", GOOGLE_VERTEX_LOCATION: "europe-west1" };
const gateway = sharedGateway(() => ({
  env: { ...addresses(), ...place, GOOGLE_VERTEX_CREDENTIALS: JSON.stringify(serviceAccount) },
}));

const DIALECTS: DialectName[] = ["responses", "chat", "messages"];
const MODELS = [
  "google/gemini-2.5-flash",
  "anthropic/claude-sonnet-4.5",
  "meta-llama/llama-3.3-70b-instruct",
  "mistralai/mistral-medium-3",
];
const cells = MODELS.flatMap((model) => DIALECTS.map((dialect) => ({ model, dialect })));
const hello = (dialect: DialectName, model: string) => saying(dialect, model, "Hello", { max_tokens: 50 });

describe.each(cells)("$model at Vertex AI in $dialect", ({ model, dialect }) => {
  test("responds whole and streamed, priced by what the provider counted", async () => {
    const whole = await post(gateway, dialect, hello(dialect, model));
    expect(whole.status, whole.text).toBe(200);
    expect(textOf(JSON.parse(whole.text))).toBe("You said: Hello");
    const streamed = await streamOf(gateway, dialect, hello(dialect, model));
    expect(textIn(streamed.events)).toBe("You said: Hello");
    expect(looksFinished(dialect, streamed.events)).toBe(true);
    for (const { headers } of [whole, streamed]) await expectCharged(gateway, headers, "google-vertex");
  });
});

test("a messages body passes through but for what Vertex AI names differently", async () => {
  const body = { ...hello("messages", "anthropic/claude-sonnet-4.5"), future_field: 1 };
  const { headers, text } = await post(gateway, "messages", body, {
    headers: { "anthropic-beta": "claude-code-20250219,context-1m-2025-08-07,thinking-token-count-2026-05-13" },
  });
  const [sent] = cloud.requests.slice(-1);
  expect(sent?.path).toBe(
    "/v1/projects/acme-ai/locations/europe-west1/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict",
  );
  const { model: _, ...rest } = body as Record<string, unknown>;
  expect(JSON.parse(String(sent?.raw))).toEqual({ ...rest, anthropic_version: "vertex-2023-10-16" });
  expect(sent?.headers["anthropic-beta"]).toBe("claude-code-20250219,context-1m-2025-08-07");
  expect(headers.get("x-dropped")).toBe("anthropic-beta thinking-token-count-2026-05-13");
  // A region costs 10% more than the list price of 3 and 15 USD a million.
  const { usage } = JSON.parse(text);
  const { cost_nano_usd: cost } = await recordOf(gateway, headers);
  expect(cost).toBe(Math.round((usage.input_tokens * 3000 + usage.output_tokens * 15_000) * 1.1));
});

test.each(DIALECTS)("Claude gets the content behind a URL in %s, since Vertex AI loads none", async (dialect) => {
  const url = "https://files.invalid/secret.png";
  const content: Record<DialectName, object> = {
    chat: { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] },
    responses: { input: [{ role: "user", content: [{ type: "input_image", image_url: url, detail: "auto" }] }] },
    messages: { messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }] },
  };
  const before = cloud.requests.length;
  const body = { ...hello(dialect, "anthropic/claude-sonnet-4.5"), ...content[dialect] };
  const { status, text } = await post(gateway, dialect, body);
  expect(status, text).toBe(400);
  expect(JSON.parse(text).error.message).toBe("The file at files.invalid cannot be used: it could not be loaded");
  expect(cloud.requests.length).toBe(before);
});

test("a converted request keeps Gemini's reasoning budget", async () => {
  const body = { ...hello("chat", "google/gemini-2.5-flash"), reasoning: { max_tokens: 1000 } };
  const { status, text } = await post(gateway, "chat", body);
  expect(status, text).toBe(200);
  const { generationConfig } = JSON.parse(String(cloud.requests.at(-1)?.raw));
  expect(generationConfig.thinkingConfig).toEqual({ thinkingBudget: 1000, includeThoughts: true });
});

test.each(["google/gemini-2.5-flash", "google/gemini-3.1-pro-preview"])(
  "tool results reach %s with the ids that Vertex AI takes",
  async (model) => {
    const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }];
    const asked = { role: "user", content: "use the tool" };
    const first = await post(gateway, "chat", { model, messages: [asked], tools });
    const { message } = JSON.parse(first.text).choices[0];
    const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: "sunny" };
    const second = await post(gateway, "chat", { model, messages: [asked, message, result], tools });
    expect(second.status, second.text).toBe(200);
    expect(textOf(JSON.parse(second.text))).toContain("sunny");
  },
);

test("embeddings are asked one by one where the model takes one", async () => {
  const asked = { model: "google/gemini-embedding-001", input: ["one", "three"], input_type: "query" };
  const { status, body } = await gateway.call("POST", "/embeddings", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.map(({ embedding }: { embedding: number[] }) => embedding[0])).toEqual([3, 5]);
  expect(body.usage.prompt_tokens).toBe(6);
  const sent = cloud.requests.filter(({ path }) => path.endsWith(":predict")).map(({ raw }) => JSON.parse(String(raw)));
  expect(sent.map(({ instances }) => instances)).toEqual([
    [{ content: "one", task_type: "RETRIEVAL_QUERY" }],
    [{ content: "three", task_type: "RETRIEVAL_QUERY" }],
  ]);
});

test("Gemini's second model embeds texts and images, one input after another, at its price in the region", async () => {
  const image_url = { url: "data:image/png;base64,iVBORw0KGgo=" };
  const input = [{ content: [{ type: "text", text: "one" }] }, { content: [{ type: "image_url", image_url }] }];
  const asked = { model: "google/gemini-embedding-2", input, dimensions: 768 };
  const { status, body, headers } = await gateway.call("POST", "/embeddings", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.map(({ embedding }: { embedding: number[] }) => embedding[0])).toEqual([3, 9]);
  const sent = cloud.requests.filter(({ path }) => path.endsWith(":embedContent"));
  const embedContentConfig = { outputDimensionality: 768 };
  expect(sent.map(({ raw }) => JSON.parse(String(raw)))).toEqual([
    { content: { parts: [{ text: "one" }] }, embedContentConfig },
    { content: { parts: [{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }] }, embedContentConfig },
  ]);
  expect((await recordOf(gateway, headers)).cost_nano_usd).toBe(6 * 220);
});

test("a model before Gemini's takes texts together and is charged by Google's count of characters", async () => {
  const input = ["sunny day at the beach", "rainy day in the city"];
  const asked = { model: "google/text-embedding-005", input, dimensions: 256, provider: { require_parameters: true } };
  const { status, body, headers } = await gateway.call("POST", "/embeddings", asked);
  expect(status, JSON.stringify(body)).toBe(200);
  const [sent] = cloud.requests.filter(({ path }) => path.endsWith(":predict"));
  expect(JSON.parse(String(sent?.raw))).toEqual({
    instances: input.map((content) => ({ content })),
    parameters: { outputDimensionality: 256 },
  });
  expect(body.usage.prompt_tokens).toBe(6);
  // 0.025 USD a million characters.
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ usage_units: { characters: 35 }, cost_nano_usd: 875, usage_estimated: false });
  expect([record.unpriced_units, record.cost_proof.holds]).toEqual([[], true]);
});

test("Gemini draws and edits images, charged by the tokens of the image", async () => {
  const image = pngOf(2, 2, [9, 9, 9]).toString("base64");
  const content = { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: image } }] };
  const counted = {
    promptTokenCount: 10,
    candidatesTokenCount: 1120,
    totalTokenCount: 1130,
    candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1120 }],
  };
  const reply = { candidates: [{ content, finishReason: "STOP" }], usageMetadata: counted };
  const asked = { model: "google/gemini-3-pro-image", prompt: "A red cube", provider: { only: ["google-vertex"] } };
  const references = [`data:image/png;base64,${image}`];
  for (const [path, fields] of [
    ["/images", { size: "2048x2048" }],
    ["/images/edits", { images: references.map((url) => ({ image_url: url })) }],
  ] as const) {
    upstream.script({ reply: { body: JSON.stringify(reply) } });
    const { status, body, headers } = await gateway.call("POST", path, { ...asked, ...fields });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toEqual([expect.objectContaining({ b64_json: image })]);
    // 2 USD a million tokens of the prompt and 120 USD a million of the image.
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ provider_name: "google-vertex", cost_nano_usd: 10 * 2000 + 1120 * 120_000 });
    expect([record.unpriced_units, record.cost_proof.holds]).toEqual([[], true]);
  }
  const [drawn, edited] = cloud.requests.slice(-2);
  expect(drawn?.path).toBe(
    "/v1/projects/acme-ai/locations/europe-west1/publishers/google/models/gemini-3-pro-image:generateContent",
  );
  expect(JSON.parse(String(drawn?.raw)).generationConfig).toEqual({
    responseModalities: ["IMAGE"],
    imageConfig: { aspectRatio: "1:1", imageSize: "2K" },
  });
  expect(JSON.parse(String(edited?.raw)).contents[0].parts[1]).toEqual({
    inlineData: { mimeType: "image/png", data: image },
  });
});

describe("a service account of a customer", () => {
  const key = { project: "acme-ai", location: "europe-west1", service_account: serviceAccount };
  const check = async (tested: unknown) =>
    (await gateway.call("POST", "/byok/test", { provider: "google-vertex", key: tested })).body.data;

  test("signs in once for many calls, never at the address in its file", async () => {
    const { status, body } = await gateway.call("POST", "/byok", { provider: "google-vertex", key, is_required: true });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data.label).toBe("acme-ai gateway@acme-ai.iam.gserviceaccount.com");
    const call = () => post(gateway, "chat", hello("chat", MODELS[0] as string));
    const responses = await Promise.all([call(), call(), call()]);
    await gateway.call("DELETE", `/byok/${body.data.id}`);
    expect(responses.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(cloud.requests.filter(({ path }) => path === "/token").length).toBeLessThanOrEqual(1);
  });

  test("is tested with the provider before it is stored", async () => {
    expect(await check(key)).toMatchObject({ outcome: "accepted", status: 200 });
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const other = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const refused = await check({ ...key, service_account: { ...serviceAccount, private_key: other } });
    expect(refused).toMatchObject({ outcome: "refused" });
    expect(JSON.stringify(refused)).not.toContain("PRIVATE KEY");
  });

  test.each([
    ["this machine's identity", { project: "acme-ai", ambient: true }],
    ["a host as the location", { ...key, location: "evil.example/" }],
    ["a path as the project", { ...key, project: "a/../b" }],
  ])("is rejected if it asks for %s", async (_what, asked) => {
    const { status, body } = await gateway.call("POST", "/byok", { provider: "google-vertex", key: asked });
    expect(status).toBe(400);
    expect(body.error.message).toContain("key");
  });
});

test("without a key, tokens come from the metadata server", async () => {
  const env = { ...addresses(), ...place, GCE_METADATA_HOST: new URL(cloud.url).host };
  const onCloud = await openPooledGateway({ env });
  try {
    const { status, text } = await post(onCloud, "chat", hello("chat", MODELS[0] as string));
    expect(status, text).toBe(200);
    expect(cloud.requests[0]?.path).toBe("/computeMetadata/v1/instance/service-accounts/default/token");
  } finally {
    await onCloud.stop();
  }
});
