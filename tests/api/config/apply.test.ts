import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyDocument, planDocument } from "#tests/support/config/apply-document.ts";
import { WHOLE_DOCUMENT, WHOLE_SECRETS } from "#tests/support/config/whole-document.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway({ env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", DESTINATION_DISK_FOLDER: "/exports" } });
let owner: Person;
let admin: Person;
let member: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "alan@example.com");
  member = await join(gateway, owner, "member", "mary@example.com");
});

const NOTHING = "version: 1\nworkspaces: [{ slug: default, name: Default, keys: [], guardrails: [], presets: [] }]\n";
const inDefault = (lists: string) => `version: 1\nworkspaces:\n  - { slug: default, name: Default, ${lists} }\n`;
const plan = (document: string) => gateway.call("POST", "/config/plan", { document });

beforeEach(async () => {
  await applyDocument(gateway, NOTHING);
});

describe("apply", () => {
  test("rejects an outdated plan and changes nothing", async () => {
    const document = inDefault("keys: [{ name: CI, limit: 5 }]");
    const { plan_hash } = await planDocument(gateway, document);
    await gateway.newKey({ name: "CI" });
    const { status, body } = await gateway.call("POST", "/config", { document, plan_hash });
    expect([status, body.error.type]).toEqual([409, "conflict_error"]);
    const keys = (await gateway.call("GET", "/keys?kind=normal")).body.data;
    expect(keys.map(({ name, limit }: { name: string; limit: number | null }) => [name, limit])).toEqual([
      ["CI", null],
    ]);
  });

  test("makes all changes or none, and the plan shows what prevents them", async () => {
    const document = inDefault(
      "guardrails: [{ name: First }], presets: [{ slug: broken, config: { model: '@preset/other' } }]",
    );
    const before = (await gateway.call("GET", "/config")).body.data.document;
    const entries = (await gateway.call("GET", "/audit?limit=1")).body.total_count;
    const planned = await plan(document);
    expect(planned.status).toBe(400);
    expect(planned.body.error.message).toBe(
      "Cannot create preset default/broken: Invalid request: model: a preset cannot name another preset",
    );
    expect(planned.body.error.metadata.problems[0]).toMatchObject({ path: "workspaces[0].presets[0]", line: 3 });
    const applied = await gateway.call("POST", "/config", { document, plan_hash: await hashOf(document) });
    expect(applied.status).toBe(400);
    expect((await gateway.call("GET", "/config")).body.data.document).toEqual(before);
    expect((await gateway.call("GET", "/audit?limit=1")).body.total_count).toBe(entries);
  });

  test("audits each change and the whole application under one request", async () => {
    const document = inDefault("keys: [{ name: CI }], guardrails: [{ name: Cheap }]");
    const applied = await applyDocument(gateway, document);
    const requestId = applied.headers.get("x-request-id");
    const { data } = (await gateway.call("GET", "/audit?limit=20")).body;
    const actions = data.filter((one: { request_id: string }) => one.request_id === requestId);
    expect(actions.map(({ action }: { action: string }) => action)).toEqual([
      "config.apply",
      "key.create",
      "guardrail.create",
    ]);
  });

  test("takes effect with the next request", async () => {
    const document = (names: string) =>
      inDefault(`guardrails: [{ is_default: true, name: All, allowed_models: [${names}] }]`);
    const { key } = await gateway.newKey();
    const ask = () => gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key });
    await applyDocument(gateway, document("openai/gpt-4o-mini"));
    expect((await ask()).status).toBe(404);
    await applyDocument(gateway, document("local/echo"));
    expect((await ask()).status).toBe(200);
  });

  test("never affects another workspace", async () => {
    const both = `version: 1
workspaces:
  - { slug: default, name: Default, keys: [{ name: CI, limit: 1 }] }
  - { slug: other, name: Other, keys: [{ name: CI, limit: 2 }] }
`;
    await applyDocument(gateway, both);
    const only = both.replace("limit: 2", "limit: 3");
    const { changes } = await planDocument(gateway, only);
    expect(changes).toEqual([
      {
        action: "update",
        kind: "key",
        workspace: "other",
        name: "CI",
        fields: [{ field: "limit", before: 2, after: 3 }],
      },
    ]);
    await applyDocument(gateway, only);
    const mine = (await gateway.call("GET", "/keys?kind=normal")).body.data;
    expect(mine.map(({ limit }: { limit: number }) => limit)).toEqual([1]);
    await applyDocument(gateway, both.replace(/keys: .*/g, "keys: [] }"));
  });

  test("can swap the order of two budgets", async () => {
    const budgets = (daily: number, monthly: number) =>
      inDefault(`budgets: [{ interval: daily, limit_usd: ${daily} }, { interval: monthly, limit_usd: ${monthly} }]`);
    for (const [daily, monthly] of [
      [1, 5],
      [6, 10],
      [1, 2],
    ] as const) {
      await applyDocument(gateway, budgets(daily, monthly));
      const { data } = (await gateway.call("GET", "/workspaces/default/budgets")).body;
      expect(data.map(({ limit_usd }: { limit_usd: number }) => limit_usd)).toEqual([daily, monthly]);
    }
    await applyDocument(gateway, inDefault("budgets: []"));
  });
});

describe("a document is rejected", () => {
  test("with every problem, its path, line and column", async () => {
    const document = `version: 1
workspaces:
  - slug: default
    name: Default
    keys:
      - { name: CI, limits: 5 }
      - { name: CI, limit: -1 }
    guardrails:
      - { name: Odd, content_filters: [{ pattern: 5, action: block }] }
`;
    const { status, body } = await plan(document);
    expect(status).toBe(400);
    expect(body.error.metadata.problems).toEqual([
      { path: "workspaces[0].keys[0].limits", message: "There is no such field", line: 6, column: expect.any(Number) },
      { path: "workspaces[0].keys[1].limit", message: expect.any(String), line: 7, column: expect.any(Number) },
      { path: expect.stringContaining("content_filters[0].pattern"), message: expect.any(String), line: 9, column: 51 },
    ]);
  });

  test.each([
    ["text that is not YAML", "version: [1", /^Invalid document: line 1: The indentation/],
    ["a duplicate name", inDefault("keys: [{ name: CI }, { name: CI }]"), /The key CI is listed twice/],
    ["an unknown guardrail", inDefault("guardrails: [], keys: [{ name: A, guardrail_name: B }]"), /no such guardrail/],
    [
      "a secret without a value",
      inDefault("credentials: [{ provider: openai, key: { env: NOWHERE } }]"),
      /env:NOWHERE/,
    ],
    ["a secret in place of its reference", inDefault("credentials: [{ provider: openai, key: sk-1 }]"), /key/],
    ["members of the default workspace", inDefault("members: [ada@example.com]"), /Every member/],
    ["a text that the database cannot store", inDefault('keys: [{ name: "A\\0" }]'), /U\+0000/],
    [
      "a value that contains itself",
      inDefault("presets: [{ slug: a, config: &a { temperature: *a } }]"),
      /circular aliases/,
    ],
    ["an alias that repeats itself", `a: &a [1,1]\nb: &b [*a,*a]\n${bomb()}`, /./],
  ])("for %s", async (_, document, message) => {
    const { status, body } = await plan(document as string);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message as RegExp)]);
    expect(JSON.stringify(body)).not.toContain("sk-1");
  });

  test("if it manages records with the same name", async () => {
    await gateway.newKey({ name: "Twin" });
    await gateway.newKey({ name: "Twin" });
    const { status, body } = await plan(inDefault("keys: []"));
    expect([status, body.error.message]).toEqual([409, expect.stringContaining("key default/Twin")]);
    expect((await gateway.call("GET", "/config")).status).toBe(409);
    expect((await plan(inDefault("guardrails: []"))).status).toBe(200);
    for (const { hash } of (await gateway.call("GET", "/keys?q=Twin")).body.data)
      await gateway.call("DELETE", `/keys/${hash}`);
  });
});

describe("access", () => {
  test("owners, admins and management keys can apply a document; members and ordinary keys cannot", async () => {
    const { key } = await gateway.newKey();
    const document = "version: 1";
    for (const [who, status] of [
      [owner, 200],
      [admin, 200],
      [member, 403],
    ] as const) {
      expect((await who.call("GET", "/config")).status).toBe(status);
      expect((await who.call("POST", "/config/plan", { document })).status).toBe(status);
      expect((await who.call("GET", "/config/schema")).status).toBe(status);
    }
    const hash = await hashOf(document);
    expect((await member.call("POST", "/config", { document, plan_hash: hash })).status).toBe(403);
    expect((await gateway.call("POST", "/config", { document, plan_hash: hash }, { key })).status).toBe(403);
    expect((await admin.call("POST", "/config", { document, plan_hash: hash })).status).toBe(200);
  });

  test("an admin cannot create an owner with a document", async () => {
    const document = "version: 1\nmembers: [{ email: mary@example.com, role: owner }]";
    const { status, body } = await admin.call("POST", "/config/plan", { document });
    expect([status, body.error.message]).toEqual([403, expect.stringContaining("Only owners")]);
  });
});

test("people who are not members are skipped and named", async () => {
  const { changes, notes } = await planDocument(
    gateway,
    "version: 1\nmembers: [{ email: new@example.com, role: admin }]",
  );
  expect([changes, notes]).toEqual([[], [expect.stringContaining("new@example.com")]]);
});

test("drift shows who applied the last document and what has changed since", async () => {
  const document = inDefault("keys: [{ name: CI, limit: 5 }], guardrails: []");
  const hash = (await admin.call("POST", "/config/plan", { document })).body.data.plan_hash;
  await admin.call("POST", "/config", { document, plan_hash: hash });
  const drift = async () => (await gateway.call("GET", "/config/drift")).body.data;
  const applied = { at: expect.any(String), by: "alan@example.com", plan_hash: hash };
  expect(await drift()).toEqual({ applied, has_drift: false, changes: [], notes: [], file: null });
  await gateway.newKey({ name: "CI" });
  expect(await drift()).toMatchObject({ has_drift: true, notes: [expect.stringContaining("key default/CI")] });
  const [{ hash: newest }] = (await gateway.call("GET", "/keys?q=CI")).body.data;
  await gateway.call("DELETE", `/keys/${newest}`);
  await gateway.call("POST", "/guardrails", { name: "By hand" });
  expect((await drift()).changes).toMatchObject([{ action: "delete", kind: "guardrail", name: "By hand" }]);
});

test("editors can use the document's JSON Schema", async () => {
  const { body } = await gateway.call("GET", "/config/schema");
  expect(body.$schema).toContain("json-schema.org");
  expect(Object.keys(body.properties)).toEqual([
    "version",
    "members",
    "credentials",
    "credential_pools",
    "custom_providers",
    "prices",
    "group_mappings",
    "just_in_time",
    "workspaces",
  ]);
  expect(body.properties.group_mappings.items).toMatchObject({
    required: ["group"],
    properties: { role: { anyOf: [{ enum: ["admin", "member"] }, { type: "null" }] } },
  });
});

test("no secret is in an export, a plan, the audit log or the stored document", async () => {
  const sent = { secrets: WHOLE_SECRETS };
  const planned = await planDocument(gateway, WHOLE_DOCUMENT, sent);
  const { body } = await applyDocument(gateway, WHOLE_DOCUMENT, sent);
  const keys = body.keys.map(({ key }: { key: string }) => key);
  expect(keys).toHaveLength(2);
  const shown = [
    planned,
    (await gateway.call("GET", "/config")).body,
    (await gateway.call("GET", "/audit?limit=100")).body,
    gateway.output(),
  ].map((one) => JSON.stringify(one));
  for (const secret of [...Object.values(WHOLE_SECRETS), ...keys]) {
    for (const text of shown) expect(text).not.toContain(secret);
  }
});

/** The hash of a plan, whether or not its changes can be applied. */
async function hashOf(document: string): Promise<string> {
  const { body } = await plan(document);
  return body.data?.plan_hash ?? body.error.metadata.plan_hash;
}

/** Aliases of aliases: a short text that would expand to millions of values. */
function bomb(): string {
  const names = "cdefghijk".split("");
  return names.map((name, index) => `${name}: &${name} [*${"bcdefghij"[index]},*${"bcdefghij"[index]}]`).join("\n");
}
