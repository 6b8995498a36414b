import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, postForm, redeem, renew, signAgentIn, startSignIn } from "#tests/support/agents/sign-in.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

const database = sharedPostgres();
const SECRET = "a secret that both processes have, of this test";
const shared = () => ({ DATABASE_URL: database.url, SWITCHBOARD_SECRET: SECRET, TRUSTED_PROXIES: "127.0.0.1" });
const gateway = sharedGateway(() => ({ env: { ...shared(), ACCESS_LOG: "on", LOG_LEVEL: "info" } }));
const other = sharedGateway(() => ({ env: shared() }));

let pool: pg.Pool;
let owner: Person;
let member: Person;
let count = 0;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: database.url });
  // Each start replaces the setup link.
  owner = await becomeOwner(other);
});

afterAll(() => pool.end());

/** A member for the tests that follow: each person may enter only so many codes a minute. */
async function anotherMember(): Promise<void> {
  member = await join(gateway, owner, "member", `member-${++count}@example.com`);
}

async function sql(text: string, values: unknown[] = []) {
  return (await pool.query(text, values)).rows;
}

const hello = (key: string | undefined) =>
  gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key: key as string });

async function _errorOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { message: string } }).error.message;
}

describe("the sign-in of an agent", () => {
  beforeAll(anotherMember);

  test("gives it a short-lived key of the member, in the workspace chosen", async () => {
    const { status, headers, body } = await startSignIn(gateway);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: `${gateway.url}/device`,
        verification_uri_complete: `${gateway.url}/device?user_code=${body.user_code}`,
        expires_in: 600,
        interval: 5,
      },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    // A person may type it in lower case and with blanks.
    const typed = body.user_code?.toLowerCase().replace("-", " ");
    const shown = await member.post("/api/session/device", { user_code: typed });
    expect(await shown.json()).toMatchObject({
      agent: { name: "Claude Code", device: "laptop" },
      address: expect.stringMatching(/^203\.0\.113\./),
      max_days: 30,
      key_hours: 24,
    });
    expect((await approve(member, typed)).status).toBe(200);
    const issued = await redeem(gateway, body.device_code as string);
    expect(issued).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^sk-sb-[0-9A-Za-z]{49}$/),
        token_type: "Bearer",
        expires_in: 86_400,
      },
    });
    expect(Number(issued.body.refresh_token_expires_in)).toBe(7 * 86_400);
    const { status: called } = await hello(issued.body.access_token);
    expect(called).toBe(200);
    const { body: listed } = await member.call("GET", "/keys?workspace_id=default");
    expect(listed.data).toMatchObject([
      {
        name: "Claude Code on laptop",
        agent: { name: "Claude Code", device: "laptop" },
        creator_user_id: member.id,
        label: `sk-sb-…${issued.body.access_token?.slice(-4)}`,
      },
    ]);
    const generation = (await gateway.call("GET", "/generations?limit=1")).body.data[0];
    expect(generation).toMatchObject({ api_key_name: "Claude Code on laptop", user_id: member.id });
  });

  test("works once, and stores neither codes nor keys", async () => {
    const { body } = await startSignIn(gateway);
    await approve(member, body.user_code);
    const both = await Promise.all([
      redeem(gateway, body.device_code as string),
      redeem(gateway, body.device_code as string),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const tokens = both.find(({ status }) => status === 200)?.body ?? {};
    expect((await redeem(gateway, body.device_code as string)).body.error).toBe("invalid_grant");
    const stored = JSON.stringify([
      ...(await sql("select * from device_code")),
      ...(await sql("select * from api_key")),
      ...(await sql("select * from agent_key")),
      ...(await sql("select * from agent_sign_in")),
      ...(await sql("select * from audit")),
    ]);
    const code = body.user_code as string;
    const secrets = [code, code.replace("-", ""), body.device_code, tokens.access_token, tokens.refresh_token];
    for (const secret of secrets) {
      expect(stored).not.toContain(secret);
      expect(gateway.output()).not.toContain(secret);
    }
  });

  test("tells the agent to wait, to wait longer, and that it was denied", async () => {
    const { body } = await startSignIn(gateway);
    const code = body.device_code as string;
    expect((await redeem(gateway, code)).body.error).toBe("authorization_pending");
    expect((await redeem(gateway, code)).body).toEqual({
      error: "slow_down",
      error_description: "Wait 10 seconds between polls",
    });
    expect((await member.post("/api/session/device/deny", { user_code: body.user_code })).status).toBe(200);
    expect((await approve(member, body.user_code)).status).toBe(404);
    await sql("update device_code set polled_at = null");
    expect((await redeem(gateway, code)).body.error).toBe("access_denied");
    expect((await redeem(gateway, code)).body.error).toBe("invalid_grant");
  });

  test("expires after ten minutes, approved or not", async () => {
    const countKeys = () => sql("select count(*) from api_key");
    const before = await countKeys();
    const { body } = await startSignIn(gateway);
    await approve(member, body.user_code);
    const { body: other } = await startSignIn(gateway);
    await sql("update device_code set expires_at = now()");
    expect((await redeem(gateway, body.device_code as string)).body.error).toBe("expired_token");
    expect((await approve(member, other.user_code)).status).toBe(404);
    expect(await countKeys()).toEqual(before);
  });

  test("is audited without its codes", async () => {
    const { body } = await startSignIn(gateway, "Codex", "tower");
    await approve(member, body.user_code);
    await redeem(gateway, body.device_code as string);
    const { data } = (await gateway.call("GET", "/audit?limit=2")).body;
    expect(data).toMatchObject([
      { action: "key.create", actor: { type: "user", id: member.id }, target: { name: "Codex on tower" } },
      {
        action: "device.approve",
        actor: { type: "user", id: member.id },
        after: { agent: { name: "Codex" }, days: 7 },
      },
    ]);
  });

  test("shows names without characters that would change the page", async () => {
    const { body } = await startSignIn(gateway, "Code\u202e\n\nx", " a  b ");
    const shown = await member.post("/api/session/device", { user_code: body.user_code });
    expect(await shown.json()).toMatchObject({ agent: { name: "Code x", device: "a b" } });
  });
});

describe("the next key", () => {
  beforeAll(anotherMember);

  test("replaces the refresh token and leaves the former key its own end", async () => {
    const first = (await signAgentIn(gateway, member)).body;
    const next = await renew(gateway, first.refresh_token);
    expect(next).toMatchObject({ status: 200, body: { access_token: expect.stringMatching(/^sk-sb-/) } });
    expect(next.body.access_token).not.toBe(first.access_token);
    expect(next.body.refresh_token).not.toBe(first.refresh_token);
    for (const key of [first.access_token, next.body.access_token]) expect((await hello(key)).status).toBe(200);
    const { body } = await member.call("GET", "/keys?sort=created&order=desc&limit=1");
    expect(body.data[0].label).toBe(`sk-sb-…${next.body.access_token?.slice(-4)}`);
  });

  test("can be asked for again if the response was lost", async () => {
    const first = (await signAgentIn(gateway, member)).body;
    await renew(gateway, first.refresh_token);
    const again = await renew(gateway, first.refresh_token);
    expect(again.status).toBe(200);
    expect((await hello(again.body.access_token)).status).toBe(200);
  });

  test("is refused, and the sign-in revoked, if a copy of a used token appears", async () => {
    const first = (await signAgentIn(gateway, member)).body;
    const second = (await renew(gateway, first.refresh_token)).body;
    const third = (await renew(gateway, second.refresh_token)).body;
    expect((await renew(gateway, first.refresh_token)).body).toEqual({
      error: "invalid_grant",
      error_description: "The sign-in was used by two programs and has been revoked; sign in again",
    });
    for (const { access_token } of [first, second, third]) expect((await hello(access_token)).status).toBe(401);
    expect((await renew(gateway, third.refresh_token)).body.error).toBe("invalid_grant");
    const { data } = (await gateway.call("GET", "/audit?limit=1")).body;
    expect(data).toMatchObject([{ action: "key.delete", target: { name: "Claude Code on laptop" } }]);
  });

  test("is refused after the sign-in's end, and while the key is disabled", async () => {
    const tokens = (await signAgentIn(gateway, member)).body;
    const { hash } = (await member.call("GET", "/keys?sort=created&order=desc&limit=1")).body.data[0];
    await member.call("PATCH", `/keys/${hash}`, { disabled: true });
    expect((await hello(tokens.access_token)).status).toBe(401);
    expect((await renew(gateway, tokens.refresh_token)).body.error).toBe("invalid_grant");
    await member.call("PATCH", `/keys/${hash}`, { disabled: false });
    const next = await renew(gateway, tokens.refresh_token);
    expect(next.status).toBe(200);
    await sql("update api_key set expires_at = now() where hash = $1", [hash]);
    expect((await renew(gateway, next.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("of an agent stops working at its end", async () => {
    const tokens = (await signAgentIn(gateway, member)).body;
    await sql("update agent_key set expires_at = now() + interval '1 ms'");
    // Any change of keys makes the process read them again.
    await gateway.call("GET", "/keys");
    const fresh = await renew(gateway, tokens.refresh_token);
    expect((await hello(tokens.access_token)).status).toBe(401);
    expect((await hello(fresh.body.access_token)).status).toBe(200);
  });
});

describe("the key of an agent", () => {
  beforeAll(anotherMember);

  test("ends when it signs out, with its refresh token or its key", async () => {
    for (const field of ["refresh_token", "access_token"]) {
      const tokens = (await signAgentIn(gateway, member)).body;
      expect(await postForm(gateway, "revoke", { token: tokens[field] as string })).toMatchObject({
        status: 200,
        body: {},
      });
      expect((await hello(tokens.access_token)).status).toBe(401);
      expect((await renew(gateway, tokens.refresh_token)).body.error).toBe("invalid_grant");
    }
    expect((await postForm(gateway, "revoke", { token: "unknown" })).status).toBe(200);
  });

  test("ends when it is deleted, and cannot be rotated or extended by its member", async () => {
    const tokens = (await signAgentIn(gateway, member)).body;
    const { hash } = (await member.call("GET", "/keys?sort=created&order=desc&limit=1")).body.data[0];
    expect((await member.call("POST", `/keys/${hash}/rotate`, {})).status).toBe(409);
    expect((await member.call("PATCH", `/keys/${hash}`, { expires_at: "2099-01-01T00:00:00Z" })).status).toBe(403);
    expect((await member.call("DELETE", `/keys/${hash}`)).status).toBe(200);
    expect((await hello(tokens.access_token)).status).toBe(401);
    expect((await renew(gateway, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("ends when its member is removed from the workspace or the organization", async () => {
    await gateway.call("POST", "/workspaces", { name: "Team", slug: "team" });
    const leaver = await join(gateway, owner, "member", "leaver@example.com");
    await gateway.call("POST", "/workspaces/team/members/add", { user_ids: [leaver.id] });
    const inTeam = (await signAgentIn(gateway, leaver, "team")).body;
    const inDefault = (await signAgentIn(gateway, leaver)).body;
    const removed = await gateway.call("POST", "/workspaces/team/members/remove", { user_ids: [leaver.id] });
    expect(removed.status).toBe(200);
    expect((await hello(inTeam.access_token)).status).toBe(401);
    expect((await hello(inDefault.access_token)).status).toBe(200);
    expect((await gateway.call("DELETE", `/organization/members/${leaver.id}`)).status).toBe(200);
    expect((await hello(inDefault.access_token)).status).toBe(401);
    expect((await renew(gateway, inDefault.refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("two processes", () => {
  beforeAll(anotherMember);

  test("share codes, keys and their end", async () => {
    const { body } = await startSignIn(gateway);
    await approve(member, body.user_code);
    const first = (await redeem(other, body.device_code as string)).body;
    expect((await hello(first.access_token)).status).toBe(200);
    const next = (await renew(gateway, first.refresh_token)).body;
    const elsewhere = { key: next.access_token as string };
    expect((await other.call("GET", "/key", undefined, elsewhere)).status).toBe(200);
    await postForm(gateway, "revoke", { token: next.refresh_token as string });
    await expect.poll(async () => (await other.call("GET", "/key", undefined, elsewhere)).status).toBe(401);
  });
});
