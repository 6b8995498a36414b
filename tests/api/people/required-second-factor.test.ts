import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codeOf } from "#tests/support/authenticator-app.ts";
import { type Browser, browser, readJson } from "#tests/support/browser.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { authenticator } from "#tests/support/passkey.ts";
import { becomeOwner, join, PASSWORD, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { type IdentityProvider, startIdentityProvider } from "#tests/support/servers/identity-provider.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { signOn } from "#tests/support/sign-on.ts";

const postgres = sharedPostgres();

let gateway: TestGateway;
/** Another process on the same database. */
let other: TestGateway;
let idp: IdentityProvider;
let owner: Person;
let database: pg.Client;

beforeAll(async () => {
  idp = await startIdentityProvider();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: "a-secret-of-both-processes-".repeat(2) };
  gateway = await openPooledGateway({ env: { ...env, PORT: String(port), PUBLIC_URL: url } });
  owner = await becomeOwner(gateway);
  other = await openPooledGateway({ env: { ...env, PUBLIC_URL: url } });
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  await send(owner, gateway, "PUT", "/api/session/single-sign-on", {
    issuer: idp.issuer,
    client_id: "switchboard",
    client_secret: idp.clientSecret,
  });
});

afterAll(async () => {
  await database?.end();
  await Promise.all([gateway?.stop(), other?.stop()]);
  await idp?.close();
});

// Without the requirement, so that each test sets it itself.
beforeEach(() => gateway.call("PATCH", "/organization", { requires_second_factor: false }));

const post = (by: Browser, path: string, body?: unknown) => by.post(`/api/session/${path}`, body);
const require = () => gateway.call("PATCH", "/organization", { requires_second_factor: true });

function send(by: Browser, to: TestGateway, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { cookie: by.cookies(), origin: to.url, "content-type": "application/json" };
  return fetch(`${to.url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

/** The step that the session reports as missing. */
const missing = async (by: Browser) => (await readJson(await by.get("/api/session"))).second_factor;

/** The API's response to the session: a status, and the reason for a rejection. */
async function reaches(by: Browser, from = gateway) {
  const response = await send(by, from, "GET", "/api/v1/keys");
  const body = await readJson(response);
  return [response.status, body.error?.metadata?.reason];
}

const REJECTED = [403, "second_factor"];
const LET_IN = [200, undefined];

let people = 0;
async function newMember(): Promise<Person> {
  people += 1;
  return join(gateway, owner, "member", `person-${people}@example.com`, `127.0.1.${people}`);
}

/** Sets up an authenticator app in a running session. */
async function addApp(person: Browser): Promise<{ uri: string; recoveryCodes: string[] }> {
  const enabled = await readJson(await post(person, "second-factor/enable", { password: PASSWORD }));
  const confirmed = await post(person, "second-factor/confirm", { code: codeOf(enabled.totp_uri) });
  expect(confirmed.status).toBe(200);
  return { uri: enabled.totp_uri, recoveryCodes: enabled.recovery_codes };
}

async function addPasskey(person: Browser) {
  const device = authenticator(gateway.url, "127.0.0.1");
  const { options } = await readJson(await post(person, "passkey/start"));
  const response = await post(person, "passkey/add", { name: "Laptop", response: device.register(options) });
  expect(response.status).toBe(201);
  return { device, id: (await readJson(response)).data.id as string };
}

async function signInByPasskey(device: ReturnType<typeof authenticator>, verifiesUser = true): Promise<Browser> {
  const visitor = browser(gateway.url);
  const { options } = await readJson(await post(visitor, "sign-in/passkey/start"));
  const response = await post(visitor, "sign-in/passkey", { response: device.signIn(options, verifiesUser) });
  expect(response.status).toBe(200);
  return visitor;
}

async function signOnAs({ email }: Person): Promise<Browser> {
  idp.user = { sub: email, email, name: email };
  return (await signOn(gateway.url)).visitor;
}

const wrongCode = (uri: string) => (codeOf(uri) === "000000" ? "000001" : "000000");

describe("the requirement of a second factor", () => {
  test("can be set by owners and admins who verified one themselves, and is audited", async () => {
    const member = await newMember();
    const on = { requires_second_factor: true };
    expect((await member.call("PATCH", "/organization", on)).status).toBe(403);
    const refused = await owner.call("PATCH", "/organization", on);
    expect([refused.status, refused.body.error.metadata.reason]).toEqual([403, "own_second_factor"]);
    expect((await owner.call("PATCH", "/organization", {})).status).toBe(400);
    await addApp(owner);
    const { status, body } = await owner.call("PATCH", "/organization", on);
    expect([status, body.data.requires_second_factor]).toEqual([200, true]);
    expect((await owner.call("GET", "/organization")).body.data).toEqual(body.data);
    expect(await missing(owner)).toBeNull();
    const audit = (await owner.call("GET", "/audit?action=organization")).body.data[0];
    expect([audit.before.requires_second_factor, audit.after.requires_second_factor]).toEqual([false, true]);
  });

  test("blocks existing sessions at once in every process until a factor is set up", async () => {
    const member = await newMember();
    expect(await reaches(member)).toEqual(LET_IN);
    expect(await reaches(member, other)).toEqual(LET_IN);
    await require();
    expect(await reaches(member)).toEqual(REJECTED);
    await expect.poll(() => reaches(member, other), { timeout: 3_000 }).toEqual(REJECTED);
    const call = { model: "local/echo", input: "hi" };
    expect((await member.call("POST", "/responses", call)).status).toBe(403);
    expect(await missing(member)).toBe("set_up");
    expect((await readJson(await member.get("/api/session"))).workspaces).toEqual([]);
    await addApp(member);
    expect(await missing(member)).toBeNull();
    expect(await reaches(member)).toEqual(LET_IN);
    // Whatever that process has cached about the session.
    expect(await reaches(member, other)).toEqual(LET_IN);
    expect((await member.call("POST", "/responses", call)).status).toBe(200);
  });

  test("does not affect API keys and public endpoints", async () => {
    const { key } = await gateway.newKey();
    await require();
    const call = { model: "local/echo", input: "hi" };
    expect((await gateway.call("POST", "/responses", call, { key })).status).toBe(200);
    expect((await gateway.call("GET", "/keys")).status).toBe(200);
    const member = await newMember();
    expect((await member.call("GET", "/models")).status).toBe(200);
    expect((await post(member, "sign-out")).status).toBe(200);
  });

  test("protects the last second factor of an account", async () => {
    const member = await newMember();
    await addApp(member);
    const { id } = await addPasskey(member);
    await require();
    expect((await post(member, "passkey/remove", { id })).status).toBe(200);
    const refused = await post(member, "second-factor/disable", { password: PASSWORD });
    expect([refused.status, (await readJson(refused)).error.message]).toEqual([
      409,
      expect.stringContaining("another one"),
    ]);
    const second = await addPasskey(member);
    expect((await post(member, "second-factor/disable", { password: PASSWORD })).status).toBe(200);
    expect(await missing(member)).toBeNull();
    expect((await post(member, "passkey/remove", { id: second.id })).status).toBe(409);
  });
});

describe("a session has its second factor", () => {
  test("after a password and a code or recovery code, and keeps it when the password changes", async () => {
    const member = await newMember();
    const { uri, recoveryCodes } = await addApp(member);
    await require();
    for (const proof of [{ code: codeOf(uri) }, { recovery_code: recoveryCodes[0] }]) {
      const visitor = browser(gateway.url);
      await post(visitor, "sign-in/email", { email: member.email, password: PASSWORD });
      expect((await post(visitor, "sign-in/second-factor", proof)).status).toBe(200);
      expect([await missing(visitor), await reaches(visitor)]).toEqual([null, LET_IN]);
    }
    const change = { current_password: PASSWORD, new_password: "another horse battery" };
    expect((await post(member, "change-password", change)).status).toBe(200);
    expect([await missing(member), await reaches(member)]).toEqual([null, LET_IN]);
  });

  test("after a passkey that verified its user, but not after one that only proved presence", async () => {
    const member = await newMember();
    const { device } = await addPasskey(member);
    await require();
    const verified = await signInByPasskey(device);
    expect([await missing(verified), await reaches(verified)]).toEqual([null, LET_IN]);
    const touched = await signInByPasskey(device, false);
    expect([await missing(touched), await reaches(touched)]).toEqual(["code", REJECTED]);
  });

  test("after a first passkey was added; one without user verification is rejected", async () => {
    const member = await newMember();
    await require();
    const visitor = browser(gateway.url);
    await post(visitor, "sign-in/email", { email: member.email, password: PASSWORD });
    expect([await missing(visitor), await reaches(visitor)]).toEqual(["set_up", REJECTED]);
    const { options } = await readJson(await post(visitor, "passkey/start"));
    const weak = authenticator(gateway.url, "127.0.0.1").register(options, false);
    expect((await post(visitor, "passkey/add", { name: "Key", response: weak })).status).toBe(400);
    expect(await missing(visitor)).toBe("set_up");
    await addPasskey(visitor);
    expect([await missing(visitor), await reaches(visitor)]).toEqual([null, LET_IN]);
  });
});

describe("single sign-on", () => {
  test("asks users with an app for a code, once per session", async () => {
    const member = await newMember();
    const { uri, recoveryCodes } = await addApp(member);
    expect(await missing(await signOnAs(member))).toBeNull();
    await require();
    const visitor = await signOnAs(member);
    expect([await missing(visitor), await reaches(visitor)]).toEqual(["code", REJECTED]);
    expect((await readJson(await visitor.get("/api/session/account"))).has_second_factor).toBe(true);
    // This process has cached the session and must read it again.
    expect(await reaches(visitor, other)).toEqual(REJECTED);
    expect((await post(visitor, "second-factor/verify", { code: wrongCode(uri) })).status).toBe(401);
    expect(await reaches(visitor)).toEqual(REJECTED);
    expect((await post(visitor, "second-factor/verify", { code: codeOf(uri) })).status).toBe(200);
    expect([await missing(visitor), await reaches(visitor)]).toEqual([null, LET_IN]);
    expect(await reaches(visitor, other)).toEqual(LET_IN);

    for (const [status, outcome] of [[200, LET_IN] as const, [401, REJECTED] as const]) {
      const again = await signOnAs(member);
      const verified = await post(again, "second-factor/verify", { recovery_code: recoveryCodes[1] });
      expect([verified.status, await reaches(again)]).toEqual([status, outcome]);
    }
  });

  test("lets users without a factor set one up, but never replace an existing one", async () => {
    const member = await newMember();
    await require();
    const first = await signOnAs(member);
    expect([await missing(first), await reaches(first)]).toEqual(["set_up", REJECTED]);
    await addPasskey(first);
    expect(await reaches(first)).toEqual(LET_IN);

    const second = await signOnAs(member);
    expect(await missing(second)).toBe("code");
    const { key } = await gateway.newKey();
    const changes: [string, object?][] = [
      ["second-factor/enable", { password: PASSWORD }],
      ["second-factor/confirm", { code: "000000" }],
      ["second-factor/disable", { password: PASSWORD }],
      ["passkey/start"],
      ["passkey/add", { name: "Mine", response: {} }],
      ["change-password", { current_password: PASSWORD, new_password: "another horse battery" }],
    ];
    for (const [path, body] of changes) {
      const refused = await post(second, path, body);
      expect([path, refused.status, (await readJson(refused)).error.metadata.reason]).toEqual([path, ...REJECTED]);
      // A key sent with the cookie does not help either.
      const withKey = await second.post(`/api/session/${path}`, body, { authorization: `Bearer ${key}` });
      expect([path, withKey.status]).toEqual([path, 401]);
    }
    expect((await post(second, "second-factor/verify", { code: "000000" })).status).toBe(400);
  });

  test("counts wrong codes per account, across networks and sessions", async () => {
    const member = await newMember();
    const { uri } = await addApp(member);
    await require();
    const tries = [];
    const visitors = [await signOnAs(member), await signOnAs(member)];
    for (let count = 0; count < 10; count += 1) {
      const visitor = visitors[count % 2] as Browser;
      const from = count % 2 === 0 ? gateway : other;
      tries.push(send(visitor, from, "POST", "/api/session/second-factor/verify", { code: wrongCode(uri) }));
    }
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(10).fill(401));
    const locked = await post(await signOnAs(member), "second-factor/verify", { code: codeOf(uri) });
    expect([locked.status, Number(locked.headers.get("retry-after")) > 800]).toEqual([429, true]);
    const ofMember = 'where user_id = (select id from "user" where email = $1)';
    await database.query(`update two_factor set locked_until = now() ${ofMember}`, [member.email]);
    const visitor = await signOnAs(member);
    expect((await post(visitor, "second-factor/verify", { code: codeOf(uri) })).status).toBe(200);
    const { rows } = await database.query(
      `select failed_verification_count as count, locked_until from two_factor ${ofMember}`,
      [member.email],
    );
    expect(rows).toEqual([{ count: 0, locked_until: null }]);
  });
});
