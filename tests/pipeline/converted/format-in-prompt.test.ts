import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { bedrock } from "#tests/support/clouds/bedrock.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

// A JSON format that a provider has no field for is described in the prompt.

const account = {
  accessKeyId: "AKIDEXAMPLE0000000003",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  apiKey: "ABSK-bedrock-key-00000003",
  region: "eu-central-1",
  models: ["eu.amazon.nova-pro-v1:0"],
};
const upstream = sharedUpstream();
const cloud = cloudFront(upstream, bedrock(account));
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "anthropic"],
  env: {
    BEDROCK_BASE_URL: cloud.url,
    BEDROCK_REGION: account.region,
    AWS_ACCESS_KEY_ID: account.accessKeyId,
    AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
  },
}));

const CLAUDE = "anthropic/claude-sonnet-4.5";
const NOVA = "amazon/nova-pro-v1";
const GPT = "openai/gpt-5-mini";
const ALONE = "Respond with JSON alone";
const NO_SCHEMA = "sent in the prompt (the provider takes no format without a schema)";
const NO_OBJECT = "sent in the prompt (the provider takes only formats of objects)";
const schema = { type: "array", items: { type: "string" } };

const sentTo = (model: string) =>
  model === NOVA ? JSON.parse(String(cloud.requests.at(-1)?.raw)) : upstream.requests.at(-1)?.body;
const system = (body: Record<string, unknown>) =>
  JSON.stringify(body.system ?? body.instructions ?? body.input ?? body.messages);

test.each<[DialectName, string, Body, string]>([
  ["chat", CLAUDE, { response_format: { type: "json_object" } }, `response_format: ${NO_SCHEMA}`],
  ["responses", CLAUDE, { text: { format: { type: "json_object" } } }, `text.format: ${NO_SCHEMA}`],
  ["chat", NOVA, { response_format: { type: "json_object" } }, `response_format: ${NO_SCHEMA}`],
  [
    "chat",
    NOVA,
    { response_format: { type: "json_schema", json_schema: { name: "names", schema } } },
    `response_format: ${NO_OBJECT}`,
  ],
  [
    "messages",
    GPT,
    { max_tokens: 50, output_config: { format: { type: "json_schema", schema } } },
    `output_config.format: ${NO_OBJECT}`,
  ],
  [
    "chat",
    GPT,
    { response_format: { type: "json_schema", json_schema: { name: "names", schema } } },
    `response_format: ${NO_OBJECT}`,
  ],
])("%s to %s with %o", async (dialect, model, format, note) => {
  const { status, text, headers } = await post(gateway, dialect, saying(dialect, model, "Hi", format));
  expect(status, text).toBe(200);
  const body = sentTo(model);
  expect(system(body)).toContain(ALONE);
  for (const field of ["response_format", "output_config", "text", "toolConfig"])
    expect(body).not.toHaveProperty(field);
  expect((await recordOf(gateway, headers)).notes).toContain(note);
});

describe("a format that a provider takes is sent as it is", () => {
  test.each([CLAUDE, GPT])("%s", async (model) => {
    const format = { type: "json_schema", json_schema: { name: "n", schema: { ...schema, type: "object" } } };
    await post(gateway, "chat", saying("chat", model, "Hi", { response_format: format }));
    expect(system(sentTo(model))).not.toContain(ALONE);
  });

  test("an array to Claude", async () => {
    const format = { type: "json_schema", json_schema: { name: "names", schema } };
    await post(gateway, "chat", saying("chat", CLAUDE, "Hi", { response_format: format }));
    expect(sentTo(CLAUDE)).toMatchObject({ output_config: { format: { type: "json_schema", schema } } });
  });
});

test("a list that a client of Google asks for is in the prompt of OpenAI's models", async () => {
  const response = await fetch(`${gateway.url}/v1beta/models/${GPT}:generateContent`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": gateway.managementKey },
    body: JSON.stringify({
      contents: [{ role: "user", parts: [{ text: "Name three planets" }] }],
      generationConfig: {
        responseMimeType: "application/json",
        responseSchema: { type: "ARRAY", items: { type: "STRING" } },
      },
    }),
  });
  expect(response.status, await response.text()).toBe(200);
  expect(system(sentTo(GPT) as Record<string, unknown>)).toContain(ALONE);
  expect(sentTo(GPT)).not.toHaveProperty("response_format");
});
