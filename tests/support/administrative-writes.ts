import { expect } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";
import { alertWrites } from "#tests/api/alerts/alert-writes.ts";
import { capWrites } from "#tests/api/budgets/cap-writes.ts";
import type { Person } from "./people.ts";
import type { ApiResult } from "./servers/gateway.ts";
import { startLenientAuthorization } from "./servers/lenient-authorization.ts";
import { startMcpServer } from "./servers/mcp-server.ts";

/** The context of the writes: calls with a management key, and a person for the writes about people. */
export type WriteContext = {
  call(method: string, path: string, body?: unknown): Promise<ApiResult>;
  member: Person;
  /** A person with an account, who can be removed. */
  leaver(): Promise<Person>;
};

/** Creates what a write needs, then sends the write and returns its response. */
type Write = (place: WriteContext) => Promise<ApiResult>;

let nameCount = 0;

/** Returns a name that no record has yet. */
export function unusedName(what: string): string {
  nameCount += 1;
  return `${what}-${nameCount}`;
}

async function newId({ call }: WriteContext, path: string, body: unknown, id = "id"): Promise<string> {
  const response = await call("POST", path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.data[id];
}

const newKey = (place: WriteContext) => newId(place, "/keys", { name: unusedName("key") }, "hash");
const newWorkspace = (place: WriteContext) => {
  const slug = unusedName("workspace");
  return newId(place, "/workspaces", { name: slug, slug });
};
const newGuardrail = (place: WriteContext) => newId(place, "/guardrails", { name: unusedName("guardrail") });
const newCredential = (place: WriteContext) =>
  newId(place, "/byok", { provider: "openai", key: unusedName("sk-test-of-nobody") });
const newGroupMapping = (place: WriteContext) =>
  newId(place, "/scim/group-mappings", { group: unusedName("group"), role: "member" });
const newScimToken = (place: WriteContext) => newId(place, "/scim/tokens", { name: unusedName("directory") });
const newLogView = (place: WriteContext) => newId(place, "/log-views", { name: unusedName("view") });
const override = () => ({
  provider: "openai",
  discount_basis_points: 100 + nameCount,
  source: unusedName("contract"),
});
const hook = () => ({
  type: "webhook",
  name: unusedName("hook"),
  config: { url: "https://example.com/hook", method: "POST" },
});

const mcpServer = () => ({ name: "Tools", slug: unusedName("tools"), url: "https://mcp.invalid/mcp" });

const customProvider = () => ({
  name: "Acme",
  slug: unusedName("acme"),
  base_url: "https://llm.invalid/v1",
  api_key: unusedName("key-of-nobody"),
});

const rateLimit = () => ({ name: unusedName("limit"), subject: "key", requests_per_minute: 1_000_000 });

const alias = () => ({ name: `test/${unusedName("alias")}`, targets: [{ model: "local/echo" }] });

/** Creates a message about a finished video and returns its id. */
async function newDelivery({ call }: WriteContext): Promise<string> {
  const video = { model: "local/animatic", prompt: "Snow", duration: 1, callback_url: "https://receiver.invalid/" };
  const { id } = (await call("POST", "/videos", video)).body;
  for (;;) {
    const [delivery] = (await call("GET", `/videos/${id}/deliveries`)).body.data;
    if (delivery) return delivery.id;
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function applyRefresh({ call }: WriteContext): Promise<ApiResult> {
  nameCount += 1;
  const { models, endpoints, prices } = readSnapshot();
  const id = "openai/gpt-4o-mini@openai";
  const document = {
    revision: `test-${nameCount}`,
    models: models.filter((model) => model.id === "openai/gpt-4o-mini"),
    endpoints: endpoints.filter((endpoint) => endpoint.id === id),
    prices: prices
      .filter(({ modelEndpoint }) => modelEndpoint === id)
      .map((price) => ({ ...price, nanoUsdPerMillion: price.nanoUsdPerMillion + nameCount })),
  };
  const { plan_id } = (await call("POST", "/prices/plan", { document })).body.data;
  return call("POST", "/prices/apply", { document, plan_id });
}

/** A valid request for each administrative write, by the id of its endpoint. */
export const administrativeWrites: Record<string, Write> = {
  createKey: ({ call }) => call("POST", "/keys", { name: unusedName("key") }),
  updateKey: async (place) => place.call("PATCH", `/keys/${await newKey(place)}`, { name: unusedName("key") }),
  rotateKey: async (place) => place.call("POST", `/keys/${await newKey(place)}/rotate`, {}),
  deleteKey: async (place) => place.call("DELETE", `/keys/${await newKey(place)}`),
  createCredential: ({ call }) => call("POST", "/byok", { provider: "openai", key: unusedName("sk-test-of-nobody") }),
  orderCredentials: async (place) => {
    const ids = [await newCredential(place), await newCredential(place)];
    const { data } = (await place.call("GET", "/byok?limit=100")).body;
    const others = data.map(({ id }: { id: string }) => id).filter((id: string) => !ids.includes(id));
    return place.call("POST", "/byok/order", { ids: [...ids.reverse(), ...others] });
  },
  updateCredential: async (place) =>
    place.call("PATCH", `/byok/${await newCredential(place)}`, { name: unusedName("credential") }),
  deleteCredential: async (place) => place.call("DELETE", `/byok/${await newCredential(place)}`),
  setCredentialPool: ({ call }) => call("PUT", "/byok/pools/openai", { strategy: "weighted" }),
  createPriceOverride: ({ call }) => call("POST", "/prices", override()),
  endPriceOverride: async (place) => place.call("DELETE", `/prices/${await newId(place, "/prices", override())}`),
  applyPrices: applyRefresh,
  rollbackPrices: async (place) =>
    place.call("POST", "/prices/rollback", { batch_id: (await applyRefresh(place)).body.data.batch_id }),
  adjustCredits: ({ call }) => call("POST", "/credits/adjustments", { kind: "grant", amount: 1, reason: "Test" }),
  putBudget: async (place) =>
    place.call("PUT", `/workspaces/${await newWorkspace(place)}/budgets/daily`, { limit_usd: 5 }),
  deleteBudget: async (place) => {
    const path = `/workspaces/${await newWorkspace(place)}/budgets/daily`;
    await place.call("PUT", path, { limit_usd: 5 });
    return place.call("DELETE", path);
  },
  ...capWrites,
  createGuardrail: ({ call }) => call("POST", "/guardrails", { name: unusedName("guardrail") }),
  updateGuardrail: async (place) =>
    place.call("PATCH", `/guardrails/${await newGuardrail(place)}`, { name: unusedName("guardrail") }),
  deleteGuardrail: async (place) => place.call("DELETE", `/guardrails/${await newGuardrail(place)}`),
  assignKeys: async (place) =>
    place.call("POST", `/guardrails/${await newGuardrail(place)}/assignments/keys`, {
      key_hashes: [await newKey(place)],
    }),
  unassignKeys: async (place) => {
    const path = `/guardrails/${await newGuardrail(place)}/assignments/keys`;
    const body = { key_hashes: [await newKey(place)] };
    await place.call("POST", path, body);
    return place.call("POST", `${path}/remove`, body);
  },
  assignMembers: async (place) =>
    place.call("POST", `/guardrails/${await newGuardrail(place)}/assignments/members`, {
      member_user_ids: [place.member.id],
    }),
  unassignMembers: async (place) => {
    const path = `/guardrails/${await newGuardrail(place)}/assignments/members`;
    const body = { member_user_ids: [place.member.id] };
    await place.call("POST", path, body);
    return place.call("POST", `${path}/remove`, body);
  },
  createResetLink: ({ call, member }) => call("POST", `/organization/members/${member.id}/reset-link`, {}),
  createLogView: ({ call }) => call("POST", "/log-views", { name: unusedName("view") }),
  updateLogView: async (place) =>
    place.call("PATCH", `/log-views/${await newLogView(place)}`, { name: unusedName("view") }),
  deleteLogView: async (place) => place.call("DELETE", `/log-views/${await newLogView(place)}`),
  deletePreset: async ({ call }) => {
    const slug = unusedName("preset");
    const preset = await call("POST", `/presets/${slug}/chat/completions`, { model: "local/echo" });
    expect(preset.status).toBe(200);
    return call("DELETE", `/presets/${slug}`);
  },
  createWorkspace: ({ call }) => {
    const slug = unusedName("workspace");
    return call("POST", "/workspaces", { name: slug, slug });
  },
  updateWorkspace: async (place) =>
    place.call("PATCH", `/workspaces/${await newWorkspace(place)}`, { name: unusedName("workspace") }),
  deleteWorkspace: async (place) => place.call("DELETE", `/workspaces/${await newWorkspace(place)}`),
  addWorkspaceMembers: async (place) =>
    place.call("POST", `/workspaces/${await newWorkspace(place)}/members/add`, { user_ids: [place.member.id] }),
  removeWorkspaceMembers: async (place) => {
    const path = `/workspaces/${await newWorkspace(place)}/members`;
    const body = { user_ids: [place.member.id] };
    await place.call("POST", `${path}/add`, body);
    return place.call("POST", `${path}/remove`, body);
  },
  updateOrganization: ({ call }) => call("PATCH", "/organization", { name: unusedName("Organization") }),
  // Without lists, so that only the document itself is stored, with one audit entry.
  applyConfig: async ({ call }) => {
    const document = "version: 1";
    const { plan_hash } = (await call("POST", "/config/plan", { document })).body.data;
    return call("POST", "/config", { document, plan_hash });
  },
  updateMember: ({ call, member }) => call("PATCH", `/organization/members/${member.id}`, { role: "admin" }),
  removeMember: async ({ call, leaver }) => call("DELETE", `/organization/members/${(await leaver()).id}`),
  createScimToken: ({ call }) => call("POST", "/scim/tokens", { name: unusedName("directory") }),
  rotateScimToken: async (place) => place.call("POST", `/scim/tokens/${await newScimToken(place)}/rotate`),
  deleteScimToken: async (place) => place.call("DELETE", `/scim/tokens/${await newScimToken(place)}`),
  createGroupMapping: ({ call }) =>
    call("POST", "/scim/group-mappings", { group: unusedName("group"), role: "member" }),
  updateGroupMapping: async (place) =>
    place.call("PATCH", `/scim/group-mappings/${await newGroupMapping(place)}`, { role: "admin" }),
  deleteGroupMapping: async (place) => place.call("DELETE", `/scim/group-mappings/${await newGroupMapping(place)}`),
  putJustInTime: ({ call }) => call("PUT", "/scim/just-in-time", { domains: ["example.com"] }),
  createInvitation: ({ call }) =>
    call("POST", "/organization/invitations", { email: `${unusedName("new")}@example.com` }),
  revokeInvitation: async (place) => {
    const email = `${unusedName("new")}@example.com`;
    return place.call(
      "DELETE",
      `/organization/invitations/${await newId(place, "/organization/invitations", { email })}`,
    );
  },
  putWebhook: ({ call }) => {
    nameCount += 1;
    return call("PUT", "/webhooks", { url: `https://receiver.invalid/${nameCount}` });
  },
  rotateWebhookSecret: ({ call }) => call("POST", "/webhooks/rotate-secret"),
  resendWebhookDelivery: async (place) => place.call("POST", `/webhooks/deliveries/${await newDelivery(place)}/resend`),
  createCustomProvider: ({ call }) => call("POST", "/providers/custom", customProvider()),
  updateCustomProvider: async (place) =>
    place.call("PATCH", `/providers/custom/${await newId(place, "/providers/custom", customProvider())}`, {
      name: unusedName("server"),
    }),
  deleteCustomProvider: async (place) =>
    place.call("DELETE", `/providers/custom/${await newId(place, "/providers/custom", customProvider())}`),
  createModelAlias: ({ call }) => call("POST", "/model-aliases", alias()),
  updateModelAlias: async (place) =>
    place.call("PATCH", `/model-aliases/${await newId(place, "/model-aliases", alias())}`, {
      description: unusedName("text"),
    }),
  deleteModelAlias: async (place) =>
    place.call("DELETE", `/model-aliases/${await newId(place, "/model-aliases", alias())}`),
  resetModelAliasCanary: async (place) => {
    const targets = [{ model: "local/echo" }, { model: "local/word-hash", canary: { percent: 5 } }];
    const id = await newId(place, "/model-aliases", { ...alias(), targets });
    return place.call("POST", `/model-aliases/${id}/canary/reset`);
  },
  createRateLimit: ({ call }) => call("POST", "/rate-limits", rateLimit()),
  updateRateLimit: async (place) =>
    place.call("PATCH", `/rate-limits/${await newId(place, "/rate-limits", rateLimit())}`, {
      name: unusedName("limit"),
    }),
  deleteRateLimit: async (place) =>
    place.call("DELETE", `/rate-limits/${await newId(place, "/rate-limits", rateLimit())}`),
  createMcpServer: ({ call }) => call("POST", "/mcp-servers", mcpServer()),
  updateMcpServer: async (place) =>
    place.call("PATCH", `/mcp-servers/${await newId(place, "/mcp-servers", mcpServer())}`, {
      name: unusedName("server"),
    }),
  deleteMcpServer: async (place) =>
    place.call("DELETE", `/mcp-servers/${await newId(place, "/mcp-servers", mcpServer())}`),
  refreshMcpServer: async (place) =>
    place.call("POST", `/mcp-servers/${await newId(place, "/mcp-servers", mcpServer())}/refresh`),
  reviewMcpServer: async (place) => {
    const server = await startMcpServer();
    try {
      const id = await newId(place, "/mcp-servers", { ...mcpServer(), url: server.url });
      const { data } = (await place.call("POST", `/mcp-servers/${id}/refresh`)).body;
      const [{ name, listed }] = data.tools;
      return await place.call("POST", `/mcp-servers/${id}/review`, { tools: [{ name, hash: listed.hash }] });
    } finally {
      await server.close();
    }
  },
  startMcpOauth: async (place) => {
    const server = await startLenientAuthorization();
    const id = await newId(place, "/mcp-servers", { ...mcpServer(), url: server.url });
    return place.call("POST", `/mcp-servers/${id}/oauth/start`).finally(server.close);
  },
  finishMcpOauth: async (place) => {
    const server = await startLenientAuthorization();
    const id = await newId(place, "/mcp-servers", { ...mcpServer(), url: server.url });
    const { authorization_url: url } = (await place.call("POST", `/mcp-servers/${id}/oauth/start`)).body;
    const state = new URL(url).searchParams.get("state");
    return place.call("POST", `/mcp-servers/${id}/oauth/finish`, { code: "any", state }).finally(server.close);
  },
  revokeMcpOauth: async (place) =>
    place.call("DELETE", `/mcp-servers/${await newId(place, "/mcp-servers", mcpServer())}/oauth`),
  ...alertWrites,
  createDestination: ({ call }) => call("POST", "/observability/destinations", hook()),
  updateDestination: async (place) =>
    place.call("PATCH", `/observability/destinations/${await newId(place, "/observability/destinations", hook())}`, {
      name: unusedName("hook"),
    }),
  deleteDestination: async (place) =>
    place.call("DELETE", `/observability/destinations/${await newId(place, "/observability/destinations", hook())}`),
  retryDestination: async (place) =>
    place.call(
      "POST",
      `/observability/destinations/${await newId(place, "/observability/destinations", hook())}/retry`,
    ),
};
