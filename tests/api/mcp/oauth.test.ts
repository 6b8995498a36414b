import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeMiddle } from "#tests/api/mcp/change-middle.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { startHostileMcpServer } from "#tests/support/servers/hostile-mcp-server.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { type ProtectedMcpServer, startProtectedMcpServer } from "#tests/support/servers/protected-mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { refresh } from "./registering.ts";

// A certified authorization server guards a real MCP server.

const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({
  env: { DATABASE_URL: postgres.url, ALLOWED_PRIVATE_HOSTS: "127.0.0.1" },
}));
let owner: Person;
let admin: Person;
const servers: ProtectedMcpServer[] = [];
beforeAll(async () => {
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

let made = 0;
async function registerServer(tokenSeconds?: number) {
  const server = await startProtectedMcpServer(tokenSeconds);
  servers.push(server);
  made += 1;
  const body = { name: "Guarded", slug: `guarded-${made}`, url: server.url };
  const { id } = (await gateway.call("POST", "/mcp-servers", body)).body.data;
  return { server, id, path: `/mcp-servers/${id}` };
}

type Registered = Awaited<ReturnType<typeof registerServer>>;

async function authorize({ server, path }: Registered, by = owner) {
  const started = await by.call("POST", `${path}/oauth/start`);
  expect([started.status, started.body.error]).toEqual([200, undefined]);
  const back = await server.agree(started.body.authorization_url);
  const finished = await by.call("POST", `${path}/oauth/finish`, { code: back.code, state: back.state });
  expect([finished.status, finished.body.error]).toEqual([200, undefined]);
  return { started: started.body, back, finished: finished.body.data };
}

describe("a server that needs OAuth", () => {
  test("is failing until someone grants access in a browser; then its tools are listed", async () => {
    const one = await registerServer();
    expect(await refresh(gateway, one.id)).toMatchObject({
      oauth: null,
      health: { status: "failing", error: "The server rejected the credentials (401)" },
    });
    const { started, back, finished } = await authorize(one);
    const asked = new URL(started.authorization_url).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("resource")).toBe(one.server.url);
    expect(back.redirectUrl).toBe(`${gateway.url}/w/default/mcp`);
    expect(started.data.oauth.status).toBe("pending");
    expect(finished.oauth).toMatchObject({ status: "authorized", scope: expect.stringContaining("openid") });
    expect(Date.parse(finished.oauth.expires_at)).toBeGreaterThan(Date.now());
    const listed = await refresh(gateway, one.id);
    expect(listed).toMatchObject({ health: { status: "ok" }, tools_to_review: 4 });
  });

  test("keeps its tokens sealed: they are in no response, log or audit entry", async () => {
    const one = await registerServer();
    await authorize(one);
    await refresh(gateway, one.id);
    const [token] = one.server.used;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const rows = await client.query("select s::text as text from mcp_server s union all select a::text from audit a");
    await client.end();
    const responses = [rows.rows, (await gateway.call("GET", one.path)).body, gateway.output()];
    expect(token?.length).toBeGreaterThan(20);
    expect(JSON.stringify(responses)).not.toContain(token);
    const audit = await gateway.call("GET", `/audit?target_id=${one.id}`);
    const actions = audit.body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["mcp_server.start_oauth", "mcp_server.authorize"]));
  });

  test("refreshes an expiring access token once for concurrent calls", async () => {
    // Every token counts as expiring.
    const one = await registerServer(30);
    await authorize(one);
    const readAtOnce = (count: number) =>
      Promise.all(Array.from({ length: count }, () => gateway.call("GET", one.path)));
    // Opens the connections to the database that the requests would otherwise wait for, one longer than the other.
    await readAtOnce(10);
    // The first request waits for its token while the others arrive.
    const held = one.server.holdTokens();
    const calls = [1, 2, 3, 4].map(() => refresh(gateway, one.id));
    await held.requested;
    for (let round = 0; round < 5; round++) await readAtOnce(10);
    held.release();
    await Promise.all(calls);
    const first = new Set(one.server.used);
    expect(first.size).toBe(1);
    await refresh(gateway, one.id);
    expect(new Set(one.server.used).size).toBe(2);
    expect((await gateway.call("GET", one.path)).body.data).toMatchObject({
      health: { status: "ok" },
      oauth: { status: "authorized" },
    });
  });

  test("is refreshed by only one process, so no refresh token is used twice", async () => {
    // This authorization server revokes the grant when a refresh token is used twice. Every token counts as expiring.
    const one = await registerServer(30);
    await authorize(one);
    const env = { DATABASE_URL: postgres.url, ALLOWED_PRIVATE_HOSTS: "127.0.0.1" };
    const second = await openPooledGateway({ folder: gateway.folder, env });
    for (let round = 0; round < 4; round++) {
      const used = new Set(one.server.used).size;
      const all = await Promise.all([gateway, second, gateway, second].map((process) => refresh(process, one.id)));
      expect(all.map(({ health }) => health.status)).toEqual(["ok", "ok", "ok", "ok"]);
      expect(new Set(one.server.used).size).toBeGreaterThan(used);
    }
    // A process that missed refreshes has old tokens in memory.
    for (let round = 0; round < 3; round++) await refresh(gateway, one.id);
    expect((await refresh(second, one.id)).health.status).toBe("ok");
    await second.stop({ keepFolder: true });
  });

  test("can be revoked, which deletes the tokens and invalidates them at the server", async () => {
    const one = await registerServer();
    await authorize(one);
    await refresh(gateway, one.id);
    const [token] = one.server.used;
    const revoked = await owner.call("DELETE", `${one.path}/oauth`);
    expect(revoked.body.data.oauth).toBeNull();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect((await fetch(one.server.url, { method: "POST", headers, body: "{}" })).status).toBe(401);
    expect((await refresh(gateway, one.id)).health.status).toBe("failing");
  });

  test("is authorized once, only with its state and in the session that started", async () => {
    const one = await registerServer();
    const { body } = await owner.call("POST", `${one.path}/oauth/start`);
    const back = await one.server.agree(body.authorization_url);
    const finish = (by: Person, sent: object) => by.call("POST", `${one.path}/oauth/finish`, sent);
    const { code, state } = back;
    const refusals = [
      await finish(admin, { code, state }),
      await finish(owner, { code, state: `${state}x` }),
      await finish(owner, { code, state: changeMiddle(state) }),
      await gateway.call("POST", `${one.path}/oauth/finish`, { code, state }),
    ];
    for (const { status, body: reply } of refusals)
      expect([status, reply.error.message]).toEqual([400, expect.stringContaining("has not started")]);
    expect((await finish(owner, { code: "made-up", state })).status).toBe(502);
    expect((await finish(owner, { code, state })).status).toBe(200);
    expect((await finish(owner, { code, state })).status).toBe(400);
  });

  test("loses its tokens when its URL moves to another origin", async () => {
    const one = await registerServer();
    await authorize(one);
    const other = await registerServer();
    const moved = await gateway.call("PATCH", one.path, { url: other.server.url });
    expect(moved.body.data.oauth).toBeNull();
    await refresh(gateway, one.id);
    expect(other.server.used).toEqual([]);
  });
});

test("a server without an authorization server, or with a hostile one, is a 502", async () => {
  const bare = await startHostileMcpServer({ tools: [] });
  const redirecting = await startHostileMcpServer({ tools: [], redirect: "http://169.254.169.254/" });
  for (const { url, close } of [bare, redirecting]) {
    made += 1;
    const body = { name: "Bare", slug: `bare-${made}`, url };
    const { id } = (await gateway.call("POST", "/mcp-servers", body)).body.data;
    const { status, body: reply } = await owner.call("POST", `/mcp-servers/${id}/oauth/start`);
    expect([status, reply.error.message]).toEqual([502, expect.stringContaining("did not grant access")]);
    await close();
  }
});
