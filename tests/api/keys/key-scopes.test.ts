import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "#lib/contract/index.ts";
import { ORGANIZATION_RESOURCES, SCOPE_RESOURCES } from "#lib/contract/key-scopes.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let home: string;
let second: string;

const manager = (scopes: object | null, more: object = {}) =>
  gateway.newKey({ is_management_key: true, scopes, ...more });
const by = (key: string) => (method: string, path: string, body?: unknown) => gateway.call(method, path, body, { key });

beforeAll(async () => {
  home = (await gateway.call("GET", "/workspaces/default")).body.data.id;
  second = (await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" })).body.data.id;
});

test("scopes can name the resource of every endpoint that a key can call", () => {
  const called = contract.filter(({ access, resource }) => access !== "public" && resource !== "session");
  const resources = new Set(called.map(({ resource }) => resource));
  expect([...resources].filter((one) => !(SCOPE_RESOURCES as readonly string[]).includes(one))).toEqual([]);
  expect(SCOPE_RESOURCES.filter((one) => !resources.has(one) && one !== "models")).toEqual([]);
  expect([...ORGANIZATION_RESOURCES].filter((one) => !resources.has(one))).toEqual([]);
});

describe("a management key with resources", () => {
  test("reads what it may read, changes what it may write, and is told what it lacks", async () => {
    const { key } = await manager({ resources: { guardrails: "write", keys: "read" } });
    const call = by(key);
    expect((await call("GET", "/guardrails")).status).toBe(200);
    expect((await call("POST", "/guardrails", { name: "Made by a script" })).status).toBe(201);
    expect((await call("GET", "/keys")).status).toBe(200);
    const denied = await call("POST", "/keys", { name: "More" });
    expect([denied.status, denied.body.error.message]).toEqual([
      403,
      "The scopes of this management key do not allow it to write keys here",
    ]);
    for (const path of ["/byok", "/audit", "/config", "/organization/members", "/workspaces"])
      expect([path, (await call("GET", path)).status]).toEqual([path, 403]);
  });

  test("makes no model call without write access to generations", async () => {
    const body = { model: "openai/gpt-4o-mini", input: "Hi" };
    const reader = by((await manager({ resources: { generations: "read" } })).key);
    expect((await reader("POST", "/responses", body)).status).toBe(403);
    expect((await reader("GET", "/generations")).status).toBe(200);
    const writer = by((await manager({ resources: { generations: "write" } })).key);
    expect((await writer("POST", "/responses", body)).status).toBe(200);
  });

  test("can always read what it is", async () => {
    const { key } = await manager({ resources: { files: "read" } });
    const { status, body } = await by(key)("GET", "/key");
    expect([status, body.data.scopes]).toEqual([200, { workspaces: null, resources: { files: "read" } }]);
  });
});

describe("a management key with workspaces", () => {
  test("administers them, and nothing of the organization", async () => {
    const call = by((await manager({ workspaces: ["default", second] })).key);
    const { body } = await call("GET", "/workspaces");
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual([home, second].sort());
    expect((await call("POST", "/keys", { name: "In the second", workspace_id: "second" })).status).toBe(201);
    expect((await call("PATCH", "/workspaces/second", { description: "Changed" })).status).toBe(200);
    for (const [method, path, sent] of [
      ["POST", "/workspaces", { name: "Third", slug: "third" }],
      ["DELETE", "/workspaces/second", undefined],
      ["GET", "/organization/members", undefined],
      ["GET", "/prices", undefined],
      ["GET", "/config", undefined],
      ["GET", "/guardrails/assignments/keys", undefined],
      ["POST", "/byok", { name: "For all", provider: "openai", key: "sk-of-nobody-at-all", workspace_id: null }],
    ] as const)
      expect([method, path, (await call(method, path, sent)).status]).toEqual([method, path, 403]);
  });

  test("reads figures of its workspaces only, however the query is put", async () => {
    const other = await gateway.newKey({ workspace_id: "second" });
    await gateway.call("POST", "/responses", { model: "local/echo", input: "Hi" }, { key: other.key });
    const call = by((await manager({ workspaces: ["default"] })).key);
    const query = { metrics: ["requests"], dimensions: ["workspace_id"] };
    const seen = (await call("POST", "/analytics/query", query)).body.data.data;
    expect(seen.map((row: { workspace_id: string }) => row.workspace_id)).not.toContain(second);
    const all = (await gateway.call("POST", "/analytics/query", query)).body.data.data;
    expect(all.map((row: { workspace_id: string }) => row.workspace_id)).toContain(second);
  });
});

describe("a key cannot gain rights", () => {
  test.each([
    ["by creating a management key", "POST", "/keys", { name: "More", is_management_key: true }],
    ["by removing its scopes", "PATCH", "/keys/{self}", { scopes: null }],
    ["by removing its expiry", "PATCH", "/keys/{self}", { expires_at: null }],
    ["by rotating another management key", "POST", "/keys/{other}/rotate", {}],
    ["by changing another management key", "PATCH", "/keys/{other}", { scopes: null }],
  ])("%s", async (_, method, path, body) => {
    const expiry = { expires_at: new Date(Date.now() + 3_600_000).toISOString() };
    const self = await manager({ resources: { keys: "write" } }, expiry);
    const other = await manager(null);
    const at = path.replace("{self}", self.hash).replace("{other}", other.hash);
    expect([403, 404]).toContain((await by(self.key)(method, at, body)).status);
    const after = (await gateway.call("GET", `/keys/${self.hash}`)).body.data;
    expect(after).toMatchObject({ scopes: { resources: { keys: "write" } }, rotated_to: null });
    expect(after.expires_at).not.toBeNull();
  });

  test("and keeps its scopes when it is rotated", async () => {
    const scopes = { workspaces: null, resources: { keys: "write", files: "read" } };
    const self = await manager(scopes);
    const { status, body } = await by(self.key)("POST", `/keys/${self.hash}/rotate`, {});
    expect([status, body.data.scopes]).toEqual([201, scopes]);
    expect((await by(body.key)("GET", "/guardrails")).status).toBe(403);
  });
});

describe("scopes", () => {
  test.each([
    ["of an ordinary key", { scopes: { resources: { keys: "read" } } }, 400],
    ["with an unknown resource", { is_management_key: true, scopes: { resources: { everything: "read" } } }, 400],
    ["with an unknown workspace", { is_management_key: true, scopes: { workspaces: ["nowhere"] } }, 404],
    ["without the key's own workspace", { is_management_key: true, scopes: { workspaces: ["second"] } }, 400],
    ["with no workspace", { is_management_key: true, scopes: { workspaces: [] } }, 400],
  ])("are rejected: %s", async (_, body, status) => {
    const response = await gateway.call("POST", "/keys", { name: "Scoped", ...body });
    expect(response.status, JSON.stringify(response.body)).toBe(status);
  });

  test("can be changed by a management key without scopes, starting with the next request", async () => {
    const { key, hash } = await manager({ resources: { files: "read" } });
    expect((await by(key)("GET", "/guardrails")).status).toBe(403);
    const resources = { guardrails: "read" };
    expect((await gateway.call("PATCH", `/keys/${hash}`, { scopes: { resources } })).status).toBe(200);
    expect((await by(key)("GET", "/guardrails")).status).toBe(200);
    expect((await gateway.call("PATCH", `/keys/${hash}`, { scopes: null })).body.data.scopes).toBeNull();
    expect((await by(key)("GET", "/files")).status).toBe(200);
  });
});
