import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";

const folder = await newDataFolder({ isEmpty: true });
const file = join(folder, "switchboard.yaml");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = (limit: number) => `version: 1
group_mappings: [{ group: Platform, role: admin }]
just_in_time: { domains: [] }
workspaces:
  - slug: default
    name: Default
    keys: [{ name: CI, limit: ${limit} }]
    guardrails: [{ name: Cheap }]
    presets: [{ slug: short, config: { max_tokens: 100 } }]
    credentials: [{ provider: openai, name: Team, key: { file: team.key } }]
`;

function write(text: string, path = file): void {
  writeFileSync(path, text);
}
write(document(5));
write("sk-team-0123456789abcdef\n", join(folder, "team.key"));

// In a process of its own, because Node prints a deprecation warning only the first time.
const gateway = startedOnce(
  "gateway",
  () => startGateway({ env: { CONFIG_FILE: file } }),
  (started) => started.stop(),
);

const limitsOf = async ({ call }: Pick<TestGateway, "call">) =>
  (await call("GET", "/config")).body.data.document.workspaces[0].keys.map(({ limit }: { limit: number }) => limit);
const stateOf = async ({ call }: Pick<TestGateway, "call">) => (await call("GET", "/config/drift")).body.data.file;
const healthOf = async ({ url }: TestGateway) => (await fetch(`${url}/api/health/ready`)).json();

/** Waits until the process reads its file again. */
const within = { timeout: 20_000, interval: 100 };

beforeEach(async () => {
  write(document(5));
  await expect.poll(() => stateOf(gateway), within).toMatchObject({ problem: null });
  await expect.poll(() => limitsOf(gateway), within).toEqual([5]);
});

test("a document is in effect when the process starts to serve, and the audit log names the file", async () => {
  const entries = (await gateway.call("GET", "/audit?action=credential.create")).body.data;
  expect(entries).toMatchObject([{ actor: { type: "operator", name: `configuration file ${file}` } }]);
  expect(await healthOf(gateway)).toMatchObject({ status: "ok", degraded: [] });
});

test("a document is applied with one query at a time on its connection, as Node's driver requires", () => {
  expect(gateway.output()).not.toContain("DeprecationWarning");
});

test("a changed document or secret is applied while the process runs", async () => {
  write(document(7));
  await expect.poll(() => limitsOf(gateway), within).toEqual([7]);
  write("sk-team-another-0123456789\n", join(folder, "team.key"));
  const rotations = async () => (await gateway.call("GET", "/audit?action=credential.rotate")).body.data.length;
  await expect.poll(rotations, within).toBe(1);
});

describe("records that the file manages cannot be changed elsewhere", () => {
  const idOf = async (path: string, field = "id") => (await gateway.call("GET", path)).body.data[0][field];

  test.each<[string, () => Promise<[method: string, path: string, body?: unknown]>]>([
    ["create a key", async () => ["POST", "/keys", { name: "Mine" }]],
    ["change a key", async () => ["PATCH", `/keys/${await idOf("/keys?kind=normal", "hash")}`, { limit: 9 }]],
    ["delete a key", async () => ["DELETE", `/keys/${await idOf("/keys?kind=normal", "hash")}`]],
    ["create a guardrail", async () => ["POST", "/guardrails", { name: "Mine" }]],
    [
      "change the default guardrail",
      async () => ["PATCH", `/guardrails/${await idOf("/workspaces")}`, { limit_usd: 5 }],
    ],
    ["create a preset", async () => ["POST", "/presets/mine/chat/completions", { max_tokens: 5 }]],
    ["delete a preset", async () => ["DELETE", "/presets/short"]],
    ["delete a provider key", async () => ["DELETE", `/byok/${await idOf("/byok")}`]],
    ["rename a workspace", async () => ["PATCH", "/workspaces/default", { name: "Ours" }]],
    ["create a workspace", async () => ["POST", "/workspaces", { name: "Mine", slug: "mine" }]],
    ["create a group mapping", async () => ["POST", "/scim/group-mappings", { group: "Mine", role: "admin" }]],
    [
      "change a group mapping",
      async () => ["PATCH", `/scim/group-mappings/${await idOf("/scim/group-mappings")}`, { role: "member" }],
    ],
    ["let people join", async () => ["PUT", "/scim/just-in-time", { domains: ["example.com"] }]],
    ["apply a document", async () => ["POST", "/config", { document: "version: 1", plan_hash: "0".repeat(64) }]],
  ])("%s", async (_, request) => {
    const [method, path, body] = await request();
    const refused = await gateway.call(method, path, body);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({
        type: "conflict_error",
        message: `This is managed by the configuration file ${file}. Change it there.`,
        metadata: { reason: "managed_by_file", file },
      }),
    ]);
    expect((await gateway.call("GET", "/config/drift")).body.data.has_drift).toBe(false);
  });

  test("budgets, management keys and a key's secret can still be changed", async () => {
    const budget = await gateway.call("PUT", "/workspaces/default/budgets/daily", { limit_usd: 5 });
    const management = await gateway.call("POST", "/keys", { name: "Automation", is_management_key: true });
    const rotated = await gateway.call("POST", `/keys/${await idOf("/keys?kind=normal", "hash")}/rotate`, {
      grace_seconds: 0,
    });
    expect([budget, management, rotated].map(({ status }) => status)).toEqual([200, 201, 201]);
    const { key } = rotated.body;
    expect((await gateway.call("POST", "/responses", { model: "local/echo", input: "Hi" }, { key })).status).toBe(200);
    expect((await gateway.call("GET", "/config/drift")).body.data.has_drift).toBe(false);
  });

  test("a plan of another document is still shown", async () => {
    const planned = await gateway.call("POST", "/config/plan", { document: document(6).replace(/ {4}cred.*\n/, "") });
    expect(planned.body.data.changes).toMatchObject([{ kind: "key", action: "update" }]);
  });
});

describe("a file that cannot be applied leaves the last document in effect, and says so", () => {
  test.each([
    [
      "an invalid field",
      () => write(document(8).replace("limit: 8", "limt: 8")),
      /line 7, workspaces\[0\]\.keys\[0\]\.limt/,
    ],
    ["text that is not YAML", () => write("version: 1\nworkspaces: [\n"), /Invalid document: line/],
    ["a record that the API rejects", () => write(document(8).replace("100 }", "100, model: '@preset/x' }")), /preset/],
    ["no file", () => rmSync(file), /The document cannot be read/],
  ])("%s", async (_, spoil, reason) => {
    spoil();
    await expect.poll(async () => (await stateOf(gateway)).problem, within).toMatch(reason);
    const { status, degraded } = await healthOf(gateway);
    expect([status, degraded]).toEqual(["degraded", [expect.objectContaining({ part: "configuration_file" })]]);
    expect(gateway.output()).toContain("the configuration file is not in effect");
    expect(await limitsOf(gateway)).toEqual([5]);
    expect((await gateway.call("POST", "/keys", { name: "Mine" })).status).toBe(409);
  });
});

test("a process that starts with a wrong document keeps what the last one managed", async () => {
  const own = join(folder, "own.yaml");
  write(document(3), own);
  const first = await openPooledGateway({ env: { CONFIG_FILE: own } });
  await first.stop({ keepFolder: true });
  write("version: 2\n", own);
  const second = await openPooledGateway({ env: { CONFIG_FILE: own }, folder: first.folder });
  expect(await limitsOf(second)).toEqual([3]);
  expect((await second.call("POST", "/keys", { name: "Mine" })).status).toBe(409);
  await second.stop();
});

describe("processes that share a database", () => {
  const postgres = sharedPostgres();

  test("do not undo each other's documents: the first reports that another one is in effect", async () => {
    const DATABASE_URL = postgres.url;
    const files = ["one", "other"].map((name) => join(folder, `${name}.yaml`));
    const [one = "", other = ""] = files;
    for (const [index, path] of files.entries()) write(document(index + 1), path);
    const env = (CONFIG_FILE: string) => ({ DATABASE_URL, CONFIG_FILE, SWITCHBOARD_SECRET: "s".repeat(32) });
    const first = await openPooledGateway({ env: env(one) });
    const second = await openPooledGateway({ env: env(other) });
    await expect
      .poll(async () => (await stateOf(first)).problem, within)
      .toBe(`Another document was applied by configuration file ${other}. Give every process the same file.`);
    expect([await limitsOf(second), (await stateOf(second)).problem]).toEqual([[2], null]);
    write(document(2), one);
    await expect.poll(async () => (await stateOf(first)).problem, within).toBeNull();
    const applied = (await second.call("GET", "/audit?action=config.apply")).body.total_count;
    expect(applied).toBe(2);
    await Promise.all([first.stop(), second.stop()]);
  });
});
