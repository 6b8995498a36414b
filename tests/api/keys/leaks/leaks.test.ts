import { beforeAll, describe, expect, test } from "vitest";
import { newKey } from "#server/auth/keys/new-key.ts";
import { signAgentIn } from "#tests/support/agents/sign-in.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: { TRUSTED_PROXIES: "127.0.0.1" } });

let owner: Person;
let member: Person;
beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "alan@example.com");
});

/** Each reporter has a network of its own, as the limit counts networks. */
let networks = 0;
const fromNetwork = () => ({ "x-forwarded-for": `198.51.${Math.floor(++networks / 250)}.${networks % 250}` });
const report = (body: object, options: object = {}) =>
  gateway.call("POST", "/keys/report", body, { key: null, headers: fromNetwork(), ...options });
const statusWith = async (key: string) => (await gateway.call("GET", "/key", undefined, { key })).status;
const read = async (hash: string) => (await gateway.call("GET", `/keys/${hash}`)).body.data;
const leakOf = async (hash: string) => (await gateway.call("GET", `/keys/${hash}/leak`)).body.data;
const setPolicy = (leaked_key_policy: string) => gateway.call("PATCH", "/workspaces/default", { leaked_key_policy });

describe("a report by anyone", () => {
  test("has the same response whether the key exists or not", async () => {
    const { key } = await gateway.newKey();
    const responses = await Promise.all(
      [key, newKey().secret, `${key.slice(0, -1)}!`, "nonsense"].map((one) => report({ key: one })),
    );
    for (const { status, body } of responses) expect([status, body]).toEqual([202, { data: { received: 1 } }]);
  });

  test("pauses the key starting with the next request, and says why", async () => {
    const { key, hash } = await gateway.newKey({ name: "Committed" });
    await report({ key, url: "https://example.com/config.js", source: "Commit" });
    const { status, body } = await gateway.call("GET", "/key", undefined, { key });
    expect([status, body.error.message]).toEqual([401, "This API key is disabled because it was reported as leaked"]);
    expect(await read(hash)).toMatchObject({
      disabled: true,
      set_by_admin: ["disabled"],
      leak: { state: "paused", reported_at: expect.any(String) },
    });
    expect(await leakOf(hash)).toMatchObject({
      reports: [{ url: "https://example.com/config.js", source: "commit", reporter: "anyone", reports: 1 }],
      use: { requests: 0, cost_usd: 0, clients: [], models: [] },
    });
  });

  test("stops management keys too, by the policy of their workspace", async () => {
    const { key, hash } = await gateway.newKey({ is_management_key: true });
    await report({ key });
    expect([await statusWith(key), (await read(hash)).leak.state]).toEqual([401, "paused"]);
  });

  test("revokes the key for good if the policy says so; a new key can replace it", async () => {
    await setPolicy("revoke");
    const { key, hash } = await gateway.newKey();
    await report({ key });
    await setPolicy("pause");
    expect((await read(hash)).leak.state).toBe("revoked");
    const enabled = await gateway.call("PATCH", `/keys/${hash}`, { disabled: false });
    expect([enabled.status, enabled.body.error.message]).toEqual([409, expect.stringContaining("was revoked")]);
    const rotated = await gateway.call("POST", `/keys/${hash}/rotate`, {});
    expect([rotated.status, await statusWith(rotated.body.key), await statusWith(key)]).toEqual([201, 200, 401]);
    expect(rotated.body.data).toMatchObject({ disabled: false, leak: null });
  });

  test("only notes it if the policy is to notify", async () => {
    await setPolicy("notify");
    const { key, hash } = await gateway.newKey();
    await report({ key });
    await setPolicy("pause");
    expect([await statusWith(key), (await read(hash)).leak.state]).toEqual([200, "notified"]);
    await report({ key, url: "https://example.com/elsewhere" });
    expect([await statusWith(key), (await read(hash)).leak.state]).toEqual([401, "paused"]);
  });

  test("is audited, without the key", async () => {
    const { key, hash } = await gateway.newKey();
    await report({ key, url: `https://user:secret@example.com/?key=${key}` });
    const { data } = (await gateway.call("GET", `/audit?target_id=${hash}`)).body;
    expect(data[0]).toMatchObject({
      action: "key.report",
      actor: { name: "report of a leaked key" },
      before: { disabled: false },
      after: { disabled: true, leak_state: "paused", report: { reporter: "anyone" } },
    });
    const all = JSON.stringify([data, await leakOf(hash)]);
    expect(all).not.toContain(key);
    expect(all).not.toContain("user:secret");
    expect((await leakOf(hash)).reports[0].url).toMatch(/^https:\/\/example\.com\/\?key=sk-sb-/);
  });
});

describe("a repeated report", () => {
  test("does not stop a key again that an administrator enabled; another place does", async () => {
    const { key, hash } = await gateway.newKey();
    const url = "https://example.com/a";
    await report({ key, url });
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: false });
    expect((await read(hash)).leak.state).toBe("kept");
    await report({ key, url });
    expect([await statusWith(key), (await leakOf(hash)).reports[0].reports]).toEqual([200, 2]);
    await report({ key, url: "https://example.com/b" });
    expect([await statusWith(key), (await read(hash)).leak.state]).toEqual([401, "paused"]);
  });

  test("at the same time is stored once, and 60 places are stored as 50, verified ones first", async () => {
    const { key, hash } = await gateway.newKey();
    await Promise.all(Array.from({ length: 5 }, () => report({ key, url: "https://example.com/a" })));
    expect((await leakOf(hash)).reports).toMatchObject([{ reports: 5 }]);
    await report({ key, url: "https://example.com/verified" }, { key: gateway.managementKey });
    const places = Array.from({ length: 60 }, (_, place) => ({ token: key, url: `https://example.com/${place}` }));
    expect((await report(places)).body).toEqual({ data: { received: 60 } });
    const { reports } = await leakOf(hash);
    expect(reports).toHaveLength(50);
    expect(reports[0]).toMatchObject({ url: "https://example.com/verified", reporter: "organization" });
  });
});

describe("a member whose key leaked", () => {
  test("can rotate it, but neither enable it nor settle the report", async () => {
    const made = await member.call("POST", "/keys", { name: "Mine" });
    const { hash } = made.body.data;
    await report({ key: made.body.key });
    expect((await member.call("PATCH", `/keys/${hash}`, { disabled: false })).status).toBe(403);
    expect((await member.call("GET", `/keys/${hash}/leak`)).body.data.reports).toHaveLength(1);
    const rotated = await member.call("POST", `/keys/${hash}/rotate`, {});
    expect([rotated.status, await statusWith(rotated.body.key)]).toEqual([201, 200]);
  });

  test("cannot use rotation to enable a key that an administrator disabled", async () => {
    const made = await member.call("POST", "/keys", { name: "Mine" });
    const { hash } = made.body.data;
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: true });
    await report({ key: made.body.key });
    const rotated = await member.call("POST", `/keys/${hash}/rotate`, {});
    expect([rotated.body.data.disabled, await statusWith(rotated.body.key)]).toEqual([true, 401]);
  });
});

test("the short-lived key of an agent that signed in stops the agent", async () => {
  const { body: tokens } = await signAgentIn(gateway, member);
  const { data } = (await member.call("GET", "/keys")).body;
  const { hash } = data.find((key: { agent: object | null }) => key.agent !== null);
  expect(await statusWith(tokens.access_token as string)).toBe(200);
  await report({ key: tokens.access_token });
  expect([await statusWith(tokens.access_token as string), (await read(hash)).leak.state]).toEqual([401, "paused"]);
});

test("GET /keys/{hash}/leak says what the key did since it became public", async () => {
  const { key, hash } = await gateway.newKey();
  const ask = (input: string, agent: string) =>
    gateway.call(
      "POST",
      "/responses",
      { model: "openai/gpt-4o-mini", input },
      { key, headers: { "user-agent": agent } },
    );
  // A request's start is its end less its duration, in whole milliseconds, so it can be a millisecond or two early.
  const before = new Date(Date.now() - 1_000).toISOString();
  await ask("one", "curl/8.5.0");
  await ask("two", "curl/8.5.0");
  await ask("fault-500", "python-requests/2.31");
  expect((await gateway.call("GET", `/keys/${hash}/leak`)).status).toBe(404);
  await report({ key, leaked_at: before });
  const { use } = await leakOf(hash);
  expect(use).toMatchObject({ since: before, requests: 3, failed: 1, is_complete: true });
  expect(use.cost_usd).toBeGreaterThan(0);
  expect(use.clients).toMatchObject([
    { user_agent: "curl/8.5.0", requests: 2 },
    { user_agent: "python-requests/2.31", requests: 1 },
  ]);
  expect(use.models).toMatchObject([{ model: "openai/gpt-4o-mini", requests: 3, cost_usd: use.cost_usd }]);
  const later = await gateway.call("GET", `/keys/${hash}/leak?since=${encodeURIComponent(new Date().toISOString())}`);
  expect(later.body.data.use).toMatchObject({ requests: 0, first_request_at: null });
  const other = await gateway.newKey();
  const foreign = await gateway.call("GET", `/keys/${hash}/leak`, undefined, { key: other.key });
  expect(foreign.status).toBe(403);
});

describe("unusual reports", () => {
  test.each([
    ["no key", {}],
    ["an unknown field", { key: "a", surprise: true }],
    ["an empty list", []],
    ["a match without a token", [{ type: "a" }]],
    ["more than 500 matches", Array(501).fill({ token: "a" })],
    ["a long key", { key: "a".repeat(2049) }],
    ["a long address", { key: "a", url: "a".repeat(2049) }],
  ])("with %s are rejected with a 400", async (_, body) => {
    expect((await report(body)).status).toBe(400);
  });

  test("of more than 64 kB are rejected with a 413, and 500 matches are read", async () => {
    expect((await report([{ token: "a".repeat(70_000) }])).status).toBe(413);
    const many = Array.from({ length: 500 }, () => ({ token: newKey().secret }));
    expect((await report(many)).body).toEqual({ data: { received: 500 } });
  });

  test("that are too many are rejected with a 429, for their network only", async () => {
    const headers = fromNetwork();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count++) statuses.push((await report({ key: "a" }, { headers })).status);
    expect([statuses.slice(0, 20).every((status) => status === 202), statuses[20]]).toEqual([true, 429]);
    expect((await report({ key: "a" })).status).toBe(202);
  });
});

test("a key with a wrong checksum is rejected before any look-up, and cannot be imported", async () => {
  const { key } = await gateway.newKey();
  const wrong = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
  const { status, body } = await gateway.call("GET", "/key", undefined, { key: wrong });
  expect([status, body.error.message]).toEqual([401, expect.stringContaining("wrong checksum")]);
  const imported = await gateway.call("POST", "/keys", { name: "No", external: { user: "u", api_key: wrong } });
  expect([imported.status, imported.body.error.message]).toEqual([400, expect.stringContaining("wrong checksum")]);
  const earlier = `sk-sb-${"earlier-form_of-a-key".repeat(3).slice(0, 43)}`;
  await gateway.call("POST", "/keys", { name: "Earlier", external: { user: "u", api_key: earlier } });
  expect(await statusWith(earlier)).toBe(200);
});
