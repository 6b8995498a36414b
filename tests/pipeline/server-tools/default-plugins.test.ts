import { afterEach, describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { searchVariables } from "#tests/support/upstream/search/endpoints.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

const upstream = sharedUpstream();
const engines = sharedUpstream();
const gateway = sharedGateway(() => ({ upstream, providers: ["openai"], env: searchVariables(engines.url) }));

const MODEL = "openai/gpt-4o-mini";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const SEARCH = { id: "web", engine: "tavily", max_results: 1 };
const setDefaults = (plugins: Body[] | null) =>
  gateway.call("PATCH", "/workspaces/default", { default_plugins: plugins });
const ask = (more: Body = {}, key?: string, dialect: DialectName = "chat") =>
  post(gateway, dialect, saying(dialect, MODEL, "How long?", { max_tokens: 100, ...more }), key ? { key } : {});

afterEach(async () => {
  await setDefaults(null);
});

describe("a workspace's default plugins", () => {
  test.each(DIALECTS)("apply with their settings to requests in %s", async (dialect) => {
    expect((await setDefaults([SEARCH])).body.data.default_plugins).toEqual([SEARCH]);
    const { status, headers } = await ask({}, undefined, dialect);
    expect(status).toBe(200);
    expect(engines.requests.map(({ path }) => path)).toEqual(["/tavily/search"]);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ web_search_engine: "tavily", cost_proof: { holds: true } });
  });

  test("are replaced by a plugin of the request with the same id, and turned off by `enabled: false`", async () => {
    await setDefaults([SEARCH]);
    await ask({ plugins: [{ id: "web", engine: "exa" }] });
    expect(engines.requests.map(({ path }) => path)).toEqual(["/exa/search"]);
    await ask({ plugins: [{ id: "web", enabled: false }] });
    expect(engines.requests).toHaveLength(1);
    await ask({ plugins: [{ id: "context-compression" }] });
    expect(engines.requests).toHaveLength(2);
  });

  test("can be listed as disabled", async () => {
    await setDefaults([{ ...SEARCH, enabled: false }]);
    await ask();
    expect(engines.requests).toEqual([]);
  });

  test("are skipped if their tool is forbidden, but a request that names it is rejected", async () => {
    await setDefaults([SEARCH]);
    await gateway.call("PATCH", "/workspaces/default", { disabled_server_tools: ["web_search"] });
    expect((await ask()).status).toBe(200);
    expect((await ask({ plugins: [SEARCH] })).status).toBe(403);
    await gateway.call("PATCH", "/workspaces/default", { disabled_server_tools: null });
    const { key } = await gateway.newKey({ allowed_tools: ["datetime"] });
    expect((await ask({}, key)).status).toBe(200);
    expect(engines.requests).toEqual([]);
  });

  test("route `switchboard/auto` within their models", async () => {
    await setDefaults([{ id: "auto-router", allowed_models: ["openai/gpt-4o*"] }]);
    const { status, headers } = await ask({ model: "switchboard/auto" });
    expect(status).toBe(200);
    expect((await recordOf(gateway, headers)).model).toMatch(/^openai\/gpt-4o/);
  });

  test("are recorded in the audit log and removed by null or an empty list", async () => {
    await setDefaults([SEARCH]);
    const [entry] = (await gateway.call("GET", "/audit?limit=1")).body.data;
    expect(JSON.stringify(entry)).toContain("default_plugins");
    expect((await setDefaults([])).body.data.default_plugins).toBeNull();
    await ask();
    expect(engines.requests).toEqual([]);
  });
});

test.each<[string, Body[], RegExp]>([
  ["an unknown plugin", [{ id: "telepathy" }], /context-compression/],
  ["an unknown setting", [{ id: "moderation", depth: 3 }], /default_plugins.*depth/],
  ["an invalid setting", [{ id: "context-compression", engine: "zip" }], /middle-out/],
  ["a search engine that is not known", [{ id: "web", engine: "altavista" }], /default_plugins.*engine.*searxng/],
  ["two entries of one plugin", [{ id: "web" }, { id: "web" }], /default_plugins.*once/],
  [
    "settings that exclude each other",
    [{ id: "web-fetch", allowed_domains: ["a.example"], blocked_domains: ["b.example"] }],
    /allowed_domains/,
  ],
])("%s is rejected as in a request", async (_, plugins, message) => {
  const { status, body } = await setDefaults(plugins);
  expect(status).toBe(400);
  expect(body.error.message).toMatch(message);
});
