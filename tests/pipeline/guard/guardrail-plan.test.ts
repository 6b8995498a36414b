import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["groq", "together", "deepinfra", "fireworks", "openai", "anthropic", "google", "openrouter"],
});

let workspaceId: string;
let ownerId: string;
let guardrails: string[] = [];

const MODEL = "openai/gpt-oss-120b";
const MINI = "openai/gpt-4o-mini";
const SONNET = "anthropic/claude-sonnet-4.5";

beforeAll(async () => {
  workspaceId = (await gateway.call("GET", "/key")).body.data.workspace_id;
  ownerId = (await becomeOwner(gateway)).id;
});
afterEach(async () => {
  for (const id of guardrails) await gateway.call("DELETE", `/guardrails/${id}`);
  guardrails = [];
});

async function guardrail(fields: object): Promise<string> {
  const { status, body } = await gateway.call("POST", "/guardrails", { name: "Test", ...fields });
  expect(status).toBe(201);
  guardrails.push(body.data.id);
  return body.data.id;
}

/** A key that a guardrail with these fields is assigned to. */
async function guardedKey(fields: object): Promise<string> {
  const [id, { key, hash }] = [await guardrail(fields), await gateway.newKey()];
  await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [hash] });
  return key;
}

async function forWorkspace(fields: object): Promise<void> {
  expect((await gateway.call("PATCH", `/guardrails/${workspaceId}`, fields)).status).toBe(200);
  guardrails.push(workspaceId);
}

/** The candidates of a request as `provider model`, sorted; or the error's status and message. */
async function planOf(key: string, model: string, more: object = {}, dialect: DialectName = "chat") {
  const headers = { "x-service-metadata": "enabled" };
  const { status, text } = await post(gateway, dialect, saying(dialect, model, "Hello", { ...more }), { key, headers });
  const { service_metadata: metadata, error } = JSON.parse(text);
  if (error) return `${status} ${error.message}`;
  return metadata.endpoints.available.map((one: Event) => `${one.provider.toLowerCase()} ${one.model}`).sort();
}

async function providersFor(key: string, model = MODEL, more: object = {}) {
  const lines = await planOf(key, model, more);
  return typeof lines === "string" ? lines : lines.map((line: string) => line.split(" ")[0]);
}

const SERVING = ["deepinfra", "fireworks", "groq", "openrouter", "together"];

describe("models", () => {
  test("are a 404 if they are not allowed, in every dialect", async () => {
    const key = await guardedKey({ name: "Interns", allowed_models: [MODEL] });
    for (const dialect of ["chat", "messages", "responses"] as const) {
      expect(await planOf(key, MODEL, {}, dialect)).toHaveLength(SERVING.length);
      expect(await planOf(key, MINI, {}, dialect)).toBe(`404 Guardrail "Interns" does not allow ${MINI}.`);
    }
  });

  test("are a 404 only if they are excluded", async () => {
    const key = await guardedKey({ ignored_models: [MINI] });
    expect(await planOf(key, MINI)).toMatch(/^404 Guardrail "Test" does not allow/);
    expect(await planOf(key, "gpt-4o-mini")).toMatch(/^404/);
    expect(await planOf(key, MODEL)).toHaveLength(SERVING.length);
  });

  test.each([SONNET, "anthropic/claude-4.5-sonnet-20250929", "Anthropic/Claude-Sonnet-4.5", "claude-sonnet-4-5"])(
    "match by slug, canonical slug and alias, in any case: %s",
    async (name) => {
      const allowed = await guardedKey({ allowed_models: [name] });
      const ignored = await guardedKey({ ignored_models: [name] });
      for (const asked of [SONNET, "claude-sonnet-4-5"]) {
        expect(await providersFor(allowed, asked)).toContain("anthropic");
        expect(await planOf(ignored, asked)).toMatch(/^404/);
      }
    },
  );

  test("are tried as fallbacks if they are allowed", async () => {
    const key = await guardedKey({ allowed_models: [MODEL] });
    const lines = await planOf(key, MINI, { models: [SONNET, MODEL] });
    expect(new Set(lines.map((line: string) => line.split(" ")[1]))).toEqual(new Set([MODEL]));
  });

  test("are listed for a caller only if they are allowed", async () => {
    const key = await guardedKey({ allowed_models: [MODEL, SONNET], ignored_providers: ["anthropic", "openrouter"] });
    const { body } = await gateway.call("GET", "/models/user", undefined, { key });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([MODEL]);
  });

  test("a rejection names the guardrail", async () => {
    const key = await guardedKey({ name: "Interns", allowed_models: [MODEL] });
    const { text } = await post(gateway, "chat", saying("chat", MINI, "Hello"), { key });
    expect(JSON.parse(text).error.metadata).toEqual({
      guardrail_id: guardrails[0],
      guardrail_name: "Interns",
      guardrail_scope: "key",
    });
  });
});

describe("providers", () => {
  test.each([
    ["allowed", { allowed_providers: ["Groq", "openai"] }, ["groq"]],
    ["ignored", { ignored_providers: ["groq", "together"] }, ["deepinfra", "fireworks", "openrouter"]],
    ["allowed and ignored", { allowed_providers: ["groq", "together"], ignored_providers: ["groq"] }, ["together"]],
    ["allowed, but none serves it", { allowed_providers: ["openai"] }, expect.stringMatching(/^404 Guardrail "Test"/)],
  ])("%s", async (_name, fields, expected) => {
    expect(await providersFor(await guardedKey(fields))).toEqual(expected);
  });

  test("cannot be added by the caller's request", async () => {
    const key = await guardedKey({ ignored_providers: ["groq"] });
    expect(await providersFor(key, MODEL, { provider: { only: ["groq"] } })).toMatch(/^404/);
    expect(await providersFor(key, MODEL, { provider: { order: ["groq"] } })).not.toContain("groq");
    expect(await providersFor(key, MODEL, { provider: { only: ["groq", "together"] } })).toEqual(["together"]);
  });
});

describe("zero data retention can be required for one group of providers", () => {
  test.each([
    ["openai", "openai"],
    ["anthropic", "anthropic"],
    ["google", "google"],
  ])("%s", async (group, provider) => {
    const model = { openai: MINI, anthropic: SONNET, google: "google/gemini-2.5-flash" }[group] as string;
    const key = await guardedKey({ [`enforce_zdr_${group}`]: true });
    expect(await providersFor(key, model)).toEqual(["openrouter"]);
    const free = await guardedKey({ [`enforce_zdr_${group}`]: false });
    expect(await providersFor(free, model)).toContain(provider);
    expect(await providersFor(key)).toEqual(SERVING);
  });

  test("the group other covers all other providers", async () => {
    const key = await guardedKey({ enforce_zdr_other: true });
    expect(await providersFor(key)).toEqual(["fireworks"]);
    expect(await providersFor(key, MINI)).toEqual(["openai"]);
  });

  test("enforce_zdr covers all four groups", async () => {
    const key = await guardedKey({ name: "Private", enforce_zdr: true });
    expect(await providersFor(key)).toEqual(["fireworks"]);
    expect(await providersFor(key, MINI)).toBe(
      `404 Guardrail "Private" requires zero data retention, which openai does not offer for ${MINI}.`,
    );
  });
});

describe("the guardrails of a request", () => {
  test("include the workspace's default for every key, narrowed by the key's own", async () => {
    const { key } = await gateway.newKey();
    const own = await guardedKey({ ignored_providers: ["groq"] });
    await forWorkspace({ name: "House", allowed_providers: ["groq", "together"] });
    expect(await providersFor(key)).toEqual(["groq", "together"]);
    expect(await providersFor(own)).toEqual(["together"]);
    expect(await providersFor(gateway.managementKey)).toEqual(["groq", "together"]);
  });

  test("include a member's guardrail for every key the member created", async () => {
    const { key } = await gateway.newKey({ creator_user_id: ownerId });
    const { key: other } = await gateway.newKey();
    for (const ignored of ["groq", "together"]) {
      const id = await guardrail({ ignored_providers: [ignored] });
      await gateway.call("POST", `/guardrails/${id}/assignments/members`, { member_user_ids: [ownerId] });
    }
    expect(await providersFor(key)).toEqual(["deepinfra", "fireworks", "openrouter"]);
    expect(await providersFor(other)).toEqual(SERVING);
  });

  test("change with the next request", async () => {
    const [id, { key, hash }] = [await guardrail({ allowed_providers: ["groq"] }), await gateway.newKey()];
    const assignment = { key_hashes: [hash] };
    expect(await providersFor(key)).toEqual(SERVING);
    await gateway.call("POST", `/guardrails/${id}/assignments/keys`, assignment);
    expect(await providersFor(key)).toEqual(["groq"]);
    await gateway.call("PATCH", `/guardrails/${id}`, { allowed_providers: ["together"] });
    expect(await providersFor(key)).toEqual(["together"]);
    await gateway.call("PATCH", `/guardrails/${id}`, { shadow: true });
    expect(await providersFor(key)).toEqual(SERVING);
    await gateway.call("PATCH", `/guardrails/${id}`, { shadow: false });
    await gateway.call("POST", `/guardrails/${id}/assignments/keys/remove`, assignment);
    expect(await providersFor(key)).toEqual(SERVING);
  });
});
