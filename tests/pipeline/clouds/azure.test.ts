import { AzureOpenAI } from "openai";
import { describe, expect, test } from "vitest";
import { readSystemCredentials } from "#server/pipeline/planning/system-credentials.ts";
import { providers } from "#server/providers/registry.ts";
import { azure } from "#tests/support/clouds/azure.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, saying, streamOf, textOf } from "../calling.ts";
import { expectCharged } from "./expect-charged.ts";

const KEY = "azure-key-of-the-resource-0001";
const SECRET = "entra~secret-of-the-app-0001";
const application = { tenant: "contoso.onmicrosoft.com", id: "app-1", secret: SECRET };
const upstream = sharedUpstream();
const cloud = cloudFront(
  upstream,
  azure({
    name: "contoso",
    key: KEY,
    deployments: {
      "prod-41": "gpt-4.1",
      "claude-eu": "claude-sonnet-4-5",
      r1: "deepseek-r1",
      embed: "text-embedding-3-small",
      fill: "gpt-3.5-turbo-instruct",
    },
    application,
  }),
);
const DEPLOYMENTS = "gpt-4.1=prod-41,claude-sonnet-4-5=claude-eu,deepseek-r1=r1,text-embedding-3-small=embed";
const gateway = sharedGateway(() => ({
  env: {
    AZURE_BASE_URL: `${cloud.url}/{resource}`,
    AZURE_AUTHORITY_HOST: `${cloud.url}/login`,
    AZURE_RESOURCE_NAME: "contoso",
    AZURE_API_KEY: KEY,
    AZURE_DEPLOYMENTS: DEPLOYMENTS,
  },
}));

const DIALECTS: DialectName[] = ["responses", "chat", "messages"];
const MODELS = ["openai/gpt-4.1", "anthropic/claude-sonnet-4.5", "deepseek/deepseek-r1"];
const cells = MODELS.flatMap((model) => DIALECTS.map((dialect) => ({ model, dialect })));

describe.each(cells)("$model at Azure in $dialect", ({ model, dialect }) => {
  test("responds whole and streamed, priced by what the provider counted", async () => {
    const whole = await post(gateway, dialect, saying(dialect, model, "Hello", { max_tokens: 50 }));
    expect(whole.status, whole.text).toBe(200);
    expect(textOf(JSON.parse(whole.text))).toBe("You said: Hello");
    const streamed = await streamOf(gateway, dialect, saying(dialect, model, "Hello", { max_tokens: 50 }));
    for (const { headers } of [whole, streamed]) await expectCharged(gateway, headers, "azure");
  });
});

test("a body in the model's own dialect arrives unchanged but for the deployment", async () => {
  const body = { model: "openai/gpt-4.1", input: "Hello", metadata: { ticket: "7" }, future_field: { a: 1 } };
  expect((await post(gateway, "responses", body)).status).toBe(200);
  const [sent] = cloud.requests;
  expect(sent?.path).toBe("/contoso/openai/v1/responses");
  expect(JSON.parse(String(sent?.raw))).toEqual({ ...body, model: "prod-41", store: false });
});

test("a converted request is not stored at Azure either", async () => {
  await post(gateway, "messages", saying("messages", "openai/gpt-4.1", "Hello", { max_tokens: 50 }));
  expect(cloud.requests.map(({ path }) => path)).toEqual(["/contoso/openai/v1/responses"]);
  expect(JSON.parse(String(cloud.requests[0]?.raw)).store).toBe(false);
});

test("the key goes only into the header that Azure reads", async () => {
  await post(gateway, "chat", saying("chat", "openai/gpt-4.1", "Hello"));
  await post(gateway, "messages", saying("messages", "anthropic/claude-sonnet-4.5", "Hello", { max_tokens: 9 }));
  const names = cloud.requests.map(({ headers }) =>
    Object.keys(headers).filter((name) => headers[name]?.includes(KEY)),
  );
  expect(names).toEqual([["api-key"], ["x-api-key"]]);
});

test("models without a deployment are not called at Azure", async () => {
  const response = await post(gateway, "chat", saying("chat", "openai/gpt-4o", "Hello"));
  expect(response.status).toBe(404);
  expect(JSON.parse(response.text).error.metadata.reason).toBe("no_provider");
  expect(cloud.requests).toEqual([]);
});

test("embeddings name their deployment", async () => {
  const { status, body } = await gateway.call("POST", "/embeddings", {
    model: "openai/text-embedding-3-small",
    input: "Hi",
  });
  expect(status).toBe(200);
  expect(body.data).toHaveLength(1);
  expect(cloud.requests[0]?.path).toBe("/contoso/openai/v1/embeddings");
});

describe("a structured key of a customer", () => {
  const store = (key: unknown) => gateway.call("POST", "/byok", { provider: "azure", key, is_required: true });
  const entra = { resource: "contoso", tenant_id: application.tenant, client_id: "app-1", client_secret: SECRET };

  test("signs in with Entra once for many calls, with a dated version too", async () => {
    const key = { ...entra, api_version: "2025-04-01-preview", deployments: { "gpt-4.1": "prod-41" } };
    const { status, body } = await store(key);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data.label).toBe("contoso app-1");
    const call = (dialect: DialectName) => post(gateway, dialect, saying(dialect, "openai/gpt-4.1", "Hello"));
    const responses = await Promise.all([call("chat"), call("chat"), call("responses"), call("chat")]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const paths = cloud.requests.map(({ path, query }) => `${path}?${query}`);
    const version = "api-version=2025-04-01-preview";
    expect(paths.filter((path) => path.startsWith("/login/"))).toEqual([
      `/login/${application.tenant}/oauth2/v2.0/token?`,
    ]);
    expect(paths).toContain(`/contoso/openai/deployments/prod-41/chat/completions?${version}`);
    expect(paths).toContain(`/contoso/openai/responses?${version}`);
    await gateway.call("DELETE", `/byok/${body.data.id}`);
  });

  test.each([
    ["v1", "v1/completions?"],
    ["2024-10-21", "deployments/fill/completions?api-version=2024-10-21"],
  ])("names the deployment of a text completion where version %s has it", async (api_version, address) => {
    const deployments = { "gpt-3.5-turbo-instruct": "fill" };
    const { body } = await store({ resource: "contoso", api_key: KEY, api_version, deployments });
    const prompt = { model: "openai/gpt-3.5-turbo-instruct", prompt: "Once", max_tokens: 8 };
    const response = await gateway.call("POST", "/completions", prompt);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    expect(cloud.requests.map(({ path, query }) => `${path}?${query}`)).toEqual([`/contoso/openai/${address}`]);
    await gateway.call("DELETE", `/byok/${body.data.id}`);
  });

  test("is tested with the provider before it is stored", async () => {
    const check = async (key: unknown) =>
      (await gateway.call("POST", "/byok/test", { provider: "azure", key })).body.data;
    expect(await check({ resource: "contoso", api_key: KEY })).toMatchObject({ outcome: "accepted", status: 200 });
    expect(await check({ resource: "contoso", api_key: "wrong" })).toMatchObject({ outcome: "refused", status: 401 });
    const refused = await check({ ...entra, client_secret: "wrong-secret-0000" });
    expect(refused).toMatchObject({ outcome: "refused" });
    expect(JSON.stringify(refused)).not.toContain("wrong-secret-0000");
    expect(await check(JSON.stringify(entra))).toMatchObject({ outcome: "accepted" });
  });

  test("is stored or replaced only once the provider accepts it, if the request says so", async () => {
    const [right, wrong] = [KEY, "wrong-key-000000000000"].map((api_key) => ({ resource: "contoso", api_key }));
    const add = (key: unknown) => gateway.call("POST", "/byok", { provider: "azure", key, test: true });
    const count = async () => (await gateway.call("GET", "/byok?provider=azure")).body.data.length;
    const refused = await add(wrong);
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining("key: ")]);
    expect(JSON.stringify(refused.body)).not.toContain("wrong-key");
    expect(await count()).toBe(0);
    const { status, body } = await add(right);
    expect([status, await count()]).toEqual([201, 1]);
    const path = `/byok/${body.data.id}`;
    expect((await gateway.call("PATCH", path, { key: wrong, test: true })).status).toBe(400);
    expect((await gateway.call("GET", path)).body.data.label).toBe(body.data.label);
    expect((await gateway.call("PATCH", path, { key: wrong })).status).toBe(200);
    await gateway.call("DELETE", path);
  });

  test.each([
    ["a plain key", "sk-0000000000000000", "key"],
    ["an address as the resource", { resource: "evil.example/", api_key: KEY }, "key.resource"],
    ["two kinds of sign-in", { ...entra, api_key: KEY }, "key"],
    ["half a sign-in", { resource: "contoso", tenant_id: "t" }, "key"],
    ["an unknown field", { resource: "contoso", api_key: KEY, endpoint: "https://evil.example" }, "key"],
  ])("is rejected if it is %s", async (_what, key, place) => {
    const { status, body } = await store(key);
    expect(status).toBe(400);
    expect(body.error.message).toContain(place);
  });
});

test("the error of a rejected key does not repeat it", async () => {
  const wrong = { resource: "contoso", api_key: "wrong-key-000000000000" };
  const { body } = await gateway.call("POST", "/byok", { provider: "azure", key: wrong, is_required: true });
  const response = await post(gateway, "chat", saying("chat", "openai/gpt-4.1", "Hello"));
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.text).not.toContain("wrong-key");
  await gateway.call("DELETE", `/byok/${body.data.id}`);
});

test("the fake accepts the provider's own client", async () => {
  const client = new AzureOpenAI({ endpoint: `${cloud.url}/contoso`, apiKey: KEY, apiVersion: "2024-10-21" });
  const chat = await client.chat.completions.create({
    model: "prod-41",
    messages: [{ role: "user", content: "Hello" }],
  });
  expect(chat.choices[0]?.message.content).toBe("You said: Hello");
  const stream = await client.chat.completions.create({
    model: "prod-41",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
  });
  let text = "";
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
  expect(text).toBe("You said: Hello");
});

test.each([
  [{ AZURE_API_KEY: "key-0000000000000000" }, "AZURE_RESOURCE_NAME is required"],
  [{ AZURE_API_KEY: "key", AZURE_RESOURCE_NAME: "a/b" }, "AZURE_RESOURCE_NAME is invalid"],
  [{ AZURE_CLIENT_SECRET: "secret", AZURE_RESOURCE_NAME: "a" }, "AZURE_TENANT_ID"],
  [
    { AZURE_API_KEY: "key", AZURE_RESOURCE_NAME: "a", AZURE_RESOURCE_NAME_2: "a/b" },
    "AZURE_RESOURCE_NAME_2 is invalid",
  ],
  [
    { AZURE_API_KEY: "key", AZURE_RESOURCE_NAME: "a/b", AZURE_API_KEY_2: "other" },
    "The environment variable AZURE_RESOURCE_NAME is invalid",
  ],
  [{ AZURE_API_KEY: "key", AZURE_RESOURCE_NAME: "a", AZURE_DEPLOYMENTS: "gpt-4.1=/x" }, "AZURE_DEPLOYMENTS is invalid"],
])("a wrong environment %o is rejected at the start", (variables, message) => {
  expect(() => readSystemCredentials(providers.values(), variables)).toThrow(message);
});
