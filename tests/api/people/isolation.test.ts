import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { contract } from "#lib/contract/index.ts";
import { actionOf } from "#lib/roles.ts";
import { keyIdentity } from "#server/auth/keys/new-key.ts";
import { newAlert } from "#tests/api/alerts/alert-writes.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

// A workspace full of records with a mark in their names, and callers who must never see it, on every endpoint.

const MARK = "mark-of-the-first";
const FOREIGN_KEY = "sk-sb-management-key-of-another-organization";

const server = sharedPostgres();
const gateway = sharedGateway(() => ({ env: { DATABASE_URL: server.url } }));

let outsider: Person;
/** Ids of the marked records, by resource or by the name of the path's parameter. */
const ids: Record<string, string> = {};
/** Callers who must not see the records. */
const callers: Record<string, (method: string, path: string, body?: unknown) => Promise<ApiResult>> = {};

beforeAll(async () => {
  await insertForeigner();
  const owner = await becomeOwner(gateway, `owner-${MARK}@example.com`);
  outsider = await join(gateway, owner, "member", "outsider@example.com");
  await fill(owner);
  await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" });
  const neighbor = await gateway.newKey({ workspace_id: "second" });
  const scopes = { workspaces: ["second"] };
  const limited = await gateway.newKey({ workspace_id: "second", is_management_key: true, scopes });
  const by = (key: string) => (method: string, path: string, body?: unknown) =>
    gateway.call(method, path, body, { key });
  Object.assign(callers, {
    "another organization's management key": by(FOREIGN_KEY),
    "another workspace's key": by(neighbor.key),
    "a management key of other workspaces": by(limited.key),
    "a member of other workspaces": outsider.call,
  });
  await vi.waitFor(async () => expect((await by(FOREIGN_KEY)("GET", "/keys")).status).toBe(200), 10_000);
});

async function insertForeigner(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const insert = async (statement: string, ...values: unknown[]): Promise<string> =>
    (await client.query(`${statement} returning id`, values)).rows[0].id;
  const other = await insert("insert into organization (name, slug) values ('Other', 'other')");
  const space =
    "insert into workspace (organization_id, name, slug, is_default) values ($1, 'Foreign', 'foreign', true)";
  const { hash, label } = keyIdentity(FOREIGN_KEY);
  const key =
    "insert into api_key (hash, name, label, kind, workspace_id) values ($1, 'Foreign', $2, 'management', $3)";
  await insert(key, hash, label, await insert(space, other));
  await client.query("select pg_notify('switchboard_changes', 'workspaces')");
  await client.end();
}

/** Creates one record of each kind in a workspace of the first organization. */
async function fill(owner: Person): Promise<void> {
  const make = async (path: string, body: object) => {
    const response = await gateway.call("POST", path, body);
    expect([path, response.status]).toEqual([path, 201]);
    return response.body;
  };
  const keeping = { is_observability_io_logging_enabled: true };
  const workspace = (await make("/workspaces", { name: MARK, slug: MARK, ...keeping })).data.id;
  const inside = { name: MARK, workspace_id: workspace };
  const key = await make("/keys", inside);
  Object.assign(ids, { ref: workspace, interval: "daily", user_id: owner.id, hash: key.data.hash });
  ids.guardrails = (await make("/guardrails", inside)).data.id;
  ids.byok = (await make("/byok", { ...inside, provider: "openai", key: "sk-of-nobody-at-all" })).data.id;
  ids.invitations = (await make("/organization/invitations", { email: `${MARK}@example.com` })).data.id;
  const config = { url: `https://example.com/${MARK}`, method: "POST" };
  ids.destinations = (await make("/observability/destinations", { ...inside, type: "webhook", config })).data.id;
  ids["log-views"] = (await make("/log-views", { ...inside, is_shared: true })).data.id;
  const mcpServer = { ...inside, slug: "marked", url: "https://mcp.invalid/mcp" };
  ids["mcp-servers"] = (await make("/mcp-servers", mcpServer)).data.id;
  const provider = { ...inside, slug: "marked", base_url: "https://llm.invalid/v1", models: [{ id: MARK }] };
  ids["custom-providers"] = (await make("/providers/custom", provider)).data.id;
  const alias = { name: `test/${MARK}`, targets: [{ model: "local/echo" }], workspace_id: workspace };
  ids["model-aliases"] = (await make("/model-aliases", alias)).data.id;
  const rateLimit = { ...inside, subject: "workspace", requests_per_minute: 1_000_000 };
  ids["rate-limits"] = (await make("/rate-limits", rateLimit)).data.id;
  const channel = { ...inside, type: "webhook", config: { url: `https://example.com/${MARK}` } };
  ids["alert-channels"] = (await make("/alert-channels", channel)).data.id;
  ids.alerts = await newAlert(gateway, inside);
  ids["alert-rules"] = (await gateway.call("GET", `/alerts/${ids.alerts}`)).body.data.rule_id;
  // Without the mark: prices belong to the gateway, so other organizations see them too.
  ids.prices = (await make("/prices", { provider: "openai", discount_basis_points: 1 })).data.id;
  await gateway.call("PUT", `/workspaces/${workspace}/budgets/daily`, { limit_usd: 5 });
  ids.budgets = (await make(`/workspaces/${workspace}/shared-budgets`, { name: MARK, limit_usd: 5 })).data.id;
  await make("/credits/adjustments", { kind: "grant", amount: 100, reason: MARK });
  const call = { model: "local/echo", input: MARK, session_id: MARK };
  const { headers } = await gateway.call("POST", "/responses", call, { key: key.key });
  const preset = { model: "local/echo", messages: [{ role: "user", content: MARK }] };
  expect((await gateway.call("POST", `/presets/${MARK}/chat/completions`, preset, { key: key.key })).status).toBe(200);
  ids.slug = MARK;
  ids.files = await upload(key.key);
  const parts = { bytes: 4, filename: `${MARK}.txt`, purpose: "user_data" };
  ids.upload_id = (await gateway.call("POST", "/uploads", parts, { key: key.key })).body.id;
  ids.generations = headers.get("x-generation-id") as string;
}

async function upload(key: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([MARK], `${MARK}.txt`, { type: "text/plain" }));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${gateway.url}/api/v1/files`, { method: "POST", body: form, headers });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

/** Prices belong to the gateway: every organization pays the same. */
const SHARED = new Set(["prices", "price-refreshes", "models", "system"]);

const walked = contract.filter(
  ({ access, resource, produces }) => access !== "public" && !SHARED.has(resource) && !produces?.includes("sse"),
);
const named = (endpoints: readonly Endpoint[]) => endpoints.map((one) => [`${one.method} ${one.path}`, one] as const);
const reads = walked.filter((endpoint) => actionOf(endpoint) === "read" && endpoint.method === "GET");
// Creating a preset is allowed: each workspace may use the same name.
// The path of a Gemini request names a model, which everybody may use.
const byId = walked.filter(
  ({ path, resource, method }) =>
    path.includes("{") && !path.startsWith("/gemini/") && (resource !== "presets" || method !== "POST"),
);

function pathOf({ path, resource }: Endpoint): string {
  const known = { ...ids, version: "1" } as Record<string, string | undefined>;
  return path.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? known[resource] ?? NOBODY);
}

const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Valid bodies for endpoints that reject an empty one: the rejection must be for the record in the path. */
const VALID: Record<string, object> = {
  completeUpload: { part_ids: ["none"] },
  snoozeAlert: { until: null },
  finishMcpOauth: { code: "none", state: "none" },
  reviewMcpServer: { tools: [{ name: "none", hash: "0" }] },
  addWorkspaceMembers: { user_ids: [NOBODY] },
  removeWorkspaceMembers: { user_ids: [NOBODY] },
  putBudget: { limit_usd: 1 },
  putDefaultCap: { daily_usd: 1, monthly_usd: 1 },
  putMemberCap: { daily_usd: 1, monthly_usd: 1 },
  createCapOverride: { interval: "daily", limit_usd: 1, reason: "None" },
  createSharedBudget: { name: "None", limit_usd: 1 },
  setCredentialPool: { strategy: "weighted" },
  updateMember: { role: "admin" },
  assignKeys: { key_hashes: ["0".repeat(64)] },
  unassignKeys: { key_hashes: ["0".repeat(64)] },
  assignMembers: { member_user_ids: [NOBODY] },
  unassignMembers: { member_user_ids: [NOBODY] },
};

/** Returns what is wrong with a response that shows a mark or an id of the first workspace. */
function leaks({ body }: ApiResult): string[] {
  const text = JSON.stringify(body);
  return [MARK, ...Object.values(ids)].filter((one) => one !== "daily" && text.includes(one));
}

const who = [
  "another organization's management key",
  "another workspace's key",
  "a management key of other workspaces",
  "a member of other workspaces",
];

describe.each(who)("%s", (name) => {
  test.each(named(reads))("sees nothing at %s, even when it names the workspace", async (_, endpoint) => {
    const path = pathOf(endpoint);
    for (const query of ["", `?workspace_id=${ids.ref}`, `?id=${ids.generations}`, `?session_id=${MARK}`]) {
      const answer = await callers[name]?.("GET", `${path}${query}`);
      expect([endpoint.path, query, leaks(answer as ApiResult)]).toEqual([endpoint.path, query, []]);
    }
  });

  test.each(named(byId))("finds no record at %s", async (_, endpoint) => {
    const body = endpoint.body ? { ...VALID[endpoint.id] } : undefined;
    const answer = await callers[name]?.(endpoint.method, pathOf(endpoint), body);
    expect([403, 404], JSON.stringify(answer?.body)).toContain(answer?.status);
    expect(leaks(answer as ApiResult)).toEqual([]);
  });
});

test("afterwards every record still exists for those who may see it", async () => {
  const expectFound = async (path: string) =>
    expect([path, (await gateway.call("GET", path)).status]).toEqual([path, 200]);
  for (const path of [`/keys/${ids.hash}`, `/guardrails/${ids.guardrails}`, `/byok/${ids.byok}`])
    await expectFound(path);
  for (const path of [`/workspaces/${ids.ref}`, `/workspaces/${ids.ref}/budgets/daily`]) await expectFound(path);
  for (const path of [`/observability/destinations/${ids.destinations}`, `/generation?id=${ids.generations}`]) {
    await expectFound(path);
  }
  await expectFound(`/generation/content?id=${ids.generations}`);
  expect((await gateway.call("GET", "/organization/invitations?status=pending")).body.total_count).toBe(1);
});
