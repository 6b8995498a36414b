import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import {
  type DialectName,
  errorIn,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";
import { expectCharged } from "./expect-charged.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

const CLAUDE = "eu.anthropic.claude-sonnet-4-5-20250929-v1:0";
const ARN = "arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc123";
const LATER = "eu.anthropic.claude-opus-4-8";
const { account, cloud, gateway } = sharedBedrock("eu-central-1", [
  CLAUDE,
  LATER,
  ARN,
  "eu.amazon.nova-pro-v1:0",
  "amazon.nova-pro-v1:0",
]);

const DIALECTS: DialectName[] = ["responses", "chat", "messages"];
const SONNET = "anthropic/claude-sonnet-4.5";
const OPUS = "anthropic/claude-opus-4.8";
const NOVA = "amazon/nova-pro-v1";
const cells = [SONNET, NOVA].flatMap((model) => DIALECTS.map((dialect) => ({ model, dialect })));
const hello = (dialect: DialectName, model: string, text = "Hello") => saying(dialect, model, text, { max_tokens: 50 });

describe.each(cells)("$model at Bedrock in $dialect", ({ model, dialect }) => {
  test("responds whole and streamed, signed, priced by what the provider counted", async () => {
    const whole = await post(gateway, dialect, hello(dialect, model));
    expect(whole.status, whole.text).toBe(200);
    expect(textOf(JSON.parse(whole.text))).toBe("You said: Hello");
    const streamed = await streamOf(gateway, dialect, hello(dialect, model));
    expect(textIn(streamed.events)).toBe("You said: Hello");
    expect(looksFinished(dialect, streamed.events)).toBe(true);
    for (const { headers } of [whole, streamed]) await expectCharged(gateway, headers, "amazon-bedrock");
  });

  test.each(["corrupt", "cut", "end", "overload"])("reports a stream with frame fault %s as failed", async (fault) => {
    const { events, status, headers } = await streamOf(
      gateway,
      dialect,
      hello(dialect, model, `broken-frames-${fault}`),
    );
    expect(status).toBe(200);
    expect(textIn(events)).not.toBe("");
    expect(looksFinished(dialect, events)).toBe(false);
    expect(errorIn(events)).toBeDefined();
    const record = await recordOf(gateway, headers);
    expect(record.provider_responses[0].status).toBeGreaterThanOrEqual(500);
  });

  test("reports an exception before any content with its status", async () => {
    const { status, text } = await streamOf(gateway, dialect, hello(dialect, model, "broken-frames-throttle"));
    expect(status, text).toBe(429);
  });
});

/** What Claude Code 2.1.332 sends. */
const BETAS_OF_CLAUDE_CODE =
  "claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,thinking-token-count-2026-05-13,advanced-tool-use-2025-11-20,effort-2025-11-24";

test("a messages body passes through but for what Bedrock names differently", async () => {
  const body = { ...hello("messages", SONNET), thinking: { type: "disabled" }, future_field: 1 };
  const headers = { "anthropic-beta": `context-1m-2025-08-07, ${BETAS_OF_CLAUDE_CODE}` };
  const { status, headers: responded, text } = await post(gateway, "messages", body, { headers });
  expect(status, text).toBe(200);
  expect(responded.get("x-dropped")).toBe(
    "anthropic-beta claude-code-20250219, anthropic-beta thinking-token-count-2026-05-13",
  );
  const [sent] = cloud.requests;
  expect(sent?.path).toBe(`/model/${encodeURIComponent(CLAUDE)}/invoke`);
  const { model: _, ...rest } = body as Record<string, unknown>;
  expect(JSON.parse(String(sent?.raw))).toEqual({
    ...rest,
    anthropic_version: "bedrock-2023-05-31",
    anthropic_beta: [
      "context-1m-2025-08-07",
      "interleaved-thinking-2025-05-14",
      "context-management-2025-06-27",
      "tool-search-tool-2025-10-19",
      "tool-examples-2025-10-29",
      "effort-2025-11-24",
    ],
  });
});

test("a tier of Anthropic's does not reach Claude at Bedrock", async () => {
  const body = { ...hello("messages", SONNET), service_tier: "auto" };
  const { status, text, headers } = await post(gateway, "messages", body);
  expect(status, text).toBe(200);
  expect(headers.get("x-dropped")).toContain("service_tier");
});

test("a converted request keeps Claude's reasoning budget and marks its long prompt for the cache", async () => {
  const system = { role: "system", content: "Answer like a pirate. ".repeat(400) };
  const messages = [system, { role: "user", content: "Hello" }];
  const body = { model: SONNET, messages, max_tokens: 9000, reasoning: { max_tokens: 2000 } };
  const { status, text } = await post(gateway, "chat", body);
  expect(status, text).toBe(200);
  expect(JSON.parse(String(cloud.requests[0]?.raw))).toMatchObject({
    thinking: { type: "enabled", budget_tokens: 2000 },
    system: [{ cache_control: { type: "ephemeral" } }],
  });
});

test("a converted request does not use Claude's web search, which Bedrock does not have", async () => {
  const tools = [{ type: "web_search" }];
  const { status, text } = await post(gateway, "responses", { ...hello("responses", SONNET), tools });
  expect(status, text).toBe(200);
  expect(JSON.parse(String(cloud.requests[0]?.raw)).tools).toBeUndefined();
});

describe.each(["chat", "responses"] as const)("converted from %s, Claude at Bedrock", (dialect) => {
  const parameters = { type: "object", properties: {} };
  const nested = dialect === "chat" ? { function: { name: "wait", parameters } } : { name: "wait", parameters };
  const tools = [{ type: "function", ...nested }];

  test.each([SONNET, OPUS])("%s takes streamed requests with tools", async (model) => {
    const { status, text } = await streamOf(gateway, dialect, { ...hello(dialect, model), tools });
    expect(status, text).toBe(200);
    const { anthropic_beta: betas, tools: sent } = JSON.parse(String(cloud.requests[0]?.raw));
    expect([betas, Object.keys(sent[0])]).toEqual([
      ["fine-grained-tool-streaming-2025-05-14"],
      ["name", "input_schema"],
    ]);
  });

  test.each([SONNET, OPUS])("%s takes a schema for the response, and strict tools", async (model) => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const format =
      dialect === "chat"
        ? { response_format: { type: "json_schema", json_schema: { name: "place", schema } } }
        : { text: { format: { type: "json_schema", name: "place", schema } } };
    const strict = tools.map((tool) =>
      "function" in tool ? { ...tool, function: { ...tool.function, strict: true } } : { ...tool, strict: true },
    );
    for (const more of [format, { tools: strict }]) {
      const { status, text } = await post(gateway, dialect, { ...hello(dialect, model), ...more });
      expect(status, text).toBe(200);
    }
  });

  test.each([SONNET, OPUS, NOVA])("%s takes late instructions", async (model) => {
    const turns = ["user", "assistant", "developer", "user"].map((role) => ({ role, content: "Hello" }));
    const { status, text } = await post(gateway, dialect, {
      model,
      [dialect === "chat" ? "messages" : "input"]: turns,
    });
    expect(status, text).toBe(200);
  });
});

test("a tool that streams its arguments early does so by the beta that Bedrock has for it", async () => {
  const tools = [{ name: "wait", input_schema: { type: "object" }, eager_input_streaming: true }];
  const { status, text } = await post(gateway, "messages", { ...hello("messages", SONNET), tools });
  expect(status, text).toBe(200);
  const sent = JSON.parse(String(cloud.requests[0]?.raw));
  expect(sent.anthropic_beta).toEqual(["fine-grained-tool-streaming-2025-05-14"]);
  expect(sent.tools).toEqual([{ name: "wait", input_schema: { type: "object" } }]);
});

test("a model that the region serves only through a profile does not blame the request", async () => {
  const { body } = await store({
    region: account.region,
    api_key: account.apiKey,
    models: { [CLAUDE]: "unknown.model" },
  });
  const { status, text } = await post(gateway, "messages", hello("messages", SONNET));
  await gateway.call("DELETE", `/byok/${body.data.id}`);
  expect(status, text).toBe(200);
  expect(cloud.requests.map(({ path }) => decodeURIComponent(path.split("/")[2] as string))).toEqual([
    "unknown.model",
    CLAUDE,
  ]);
});

const store = (key: unknown, more: object = {}) =>
  gateway.call("POST", "/byok", { provider: "amazon-bedrock", key, ...more });

describe("a structured key of a customer", () => {
  const key = {
    region: account.region,
    access_key_id: account.accessKeyId,
    secret_access_key: account.secretAccessKey,
  };

  test("calls an application inference profile with an API key", async () => {
    const { status, body } = await store({
      region: account.region,
      api_key: account.apiKey,
      models: { [CLAUDE]: ARN },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data.label).toBe("eu-central-1 …0001");
    const { status: answered, text } = await post(gateway, "chat", hello("chat", SONNET));
    await gateway.call("DELETE", `/byok/${body.data.id}`);
    expect(answered, text).toBe(200);
    const [sent] = cloud.requests;
    expect(sent?.path).toMatch(new RegExp(`^/model/${encodeURIComponent(ARN)}/invoke`));
    expect(sent?.headers.authorization).toBe(`Bearer ${account.apiKey}`);
  });

  test("is charged at the prices of its own region", async () => {
    const here = await post(gateway, "chat", hello("chat", NOVA));
    // Frankfurt serves it only through a profile.
    expect(decodeURIComponent(cloud.requests[0]?.path ?? "")).toMatch(/^\/model\/eu\.amazon\.nova-pro-v1:0\//);
    const { body } = await store({ region: "us-east-1", api_key: account.apiKey });
    const there = await post(gateway, "chat", hello("chat", NOVA));
    await gateway.call("DELETE", `/byok/${body.data.id}`);
    // https://aws.amazon.com/bedrock/pricing: 1.05 and 4.20 USD a million in Frankfurt, 0.80 and 3.20 in Virginia.
    for (const [response, input, output] of [[here, 1_050, 4_200] as const, [there, 800, 3_200] as const]) {
      const record = await recordOf(gateway, response.headers);
      const { input_tokens, output_tokens } = record.usage_units;
      expect(record.cost_nano_usd).toBe(input_tokens * input + output_tokens * output);
      expect(record.cost_proof.holds).toBe(true);
    }
  });

  test("is tested with the provider before it is stored", async () => {
    const check = async (tested: unknown) =>
      (await gateway.call("POST", "/byok/test", { provider: "amazon-bedrock", key: tested })).body.data;
    expect(await check(key)).toMatchObject({ outcome: "accepted", status: 200 });
    const refused = await check({ ...key, secret_access_key: "wrong-secret-0000000000000" });
    expect(refused).toMatchObject({ outcome: "refused", status: 403 });
    expect(JSON.stringify(refused)).not.toContain("wrong-secret");
  });

  test.each([
    ["this machine's role", { region: "eu-central-1", ambient: true }],
    ["a host as the region", { ...key, region: "evil.example/" }],
    ["a secret without its ID", { region: "eu-central-1", secret_access_key: "secret" }],
  ])("is rejected if it asks for %s", async (_what, asked) => {
    const { status, body } = await store(asked);
    expect(status).toBe(400);
    expect(body.error.message).toContain("key");
  });
});

test("a profile decides which endpoints of a model are called, and so their prices", async () => {
  const { body } = await store(
    { region: account.region, api_key: account.apiKey, inference_profile: "global" },
    { is_required: true },
  );
  const { status } = await post(gateway, "messages", hello("messages", SONNET));
  await gateway.call("DELETE", `/byok/${body.data.id}`);
  expect(cloud.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
    "/model/global.anthropic.claude-sonnet-4-5-20250929-v1:0/invoke",
  ]);
  expect(status).toBeGreaterThanOrEqual(400);
});

test("without a key in the environment, AWS's own profile signs", async () => {
  const folder = await newDataFolder({ isEmpty: true });
  const file = join(folder, "credentials");
  const { accessKeyId, secretAccessKey } = account;
  writeFileSync(file, `[default]\naws_access_key_id=${accessKeyId}\naws_secret_access_key=${secretAccessKey}\n`);
  const env = { BEDROCK_BASE_URL: cloud.url, BEDROCK_REGION: account.region, AWS_SHARED_CREDENTIALS_FILE: file };
  const onCloud = await openPooledGateway({ env });
  try {
    const { status, text } = await post(onCloud, "messages", hello("messages", SONNET));
    expect(status, text).toBe(200);
    expect(cloud.requests[0]?.headers.authorization).toContain(`Credential=${accessKeyId}/`);
  } finally {
    await onCloud.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
