import { afterAll, expect, test } from "vitest";
import { codeOf } from "#tests/support/authenticator-app.ts";
import { type Browser, browser, readJson } from "#tests/support/browser.ts";
import { authenticator } from "#tests/support/passkey.ts";
import { becomeOwner, PASSWORD } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

// An address has ten attempts per minute, so each test has its own gateway.

const EMAIL = "ada@example.com";
const CREDENTIALS = { email: EMAIL, password: PASSWORD };
const started: TestGateway[] = [];

afterAll(async () => {
  for (const gateway of started) await gateway.stop();
});

async function start() {
  const gateway = await openPooledGateway();
  started.push(gateway);
  return { gateway, owner: await becomeOwner(gateway, EMAIL) };
}

const post = (by: Browser, path: string, body?: unknown) => by.post(`/api/session/${path}`, body);
const isSignedIn = async (by: Browser) => (await readJson(await by.get("/api/session"))).user !== null;

test("an authenticator app is required once its first code is confirmed; recovery codes work once", async () => {
  const { gateway, owner } = await start();
  expect((await post(owner, "second-factor/enable", { password: "wrong password" })).status).toBe(400);
  const enabled = await readJson(await post(owner, "second-factor/enable", { password: PASSWORD }));
  expect(enabled.recovery_codes.length).toBeGreaterThan(5);
  expect(new URL(enabled.totp_uri).searchParams.get("issuer")).toBe("Switchboard");
  const wrong = codeOf(enabled.totp_uri) === "000000" ? "000001" : "000000";
  expect((await post(owner, "second-factor/confirm", { code: wrong })).status).toBe(401);
  expect((await post(owner, "second-factor/confirm", { code: codeOf(enabled.totp_uri) })).status).toBe(200);
  expect(await isSignedIn(owner)).toBe(true);
  expect(await readJson(await owner.get("/api/session/account"))).toMatchObject({
    has_password: true,
    has_second_factor: true,
    passkeys: [],
    single_sign_on: false,
  });

  const visitor = browser(gateway.url);
  expect((await post(visitor, "sign-in/second-factor", { code: codeOf(enabled.totp_uri) })).status).toBe(401);
  expect(await readJson(await post(visitor, "sign-in/email", CREDENTIALS))).toEqual({
    user: null,
    second_factor: true,
  });
  expect(await isSignedIn(visitor)).toBe(false);
  expect((await visitor.get("/api/v1/keys")).status).toBe(401);
  expect((await post(visitor, "sign-in/second-factor", { code: wrong })).status).toBe(401);
  const signedIn = await post(visitor, "sign-in/second-factor", { code: codeOf(enabled.totp_uri) });
  expect([signedIn.status, (await readJson(signedIn)).user.email]).toEqual([200, EMAIL]);
  expect(await isSignedIn(visitor)).toBe(true);
});

test("a recovery code signs in once; without the app afterwards a password is enough", async () => {
  const { gateway, owner } = await start();
  const enabled = await readJson(await post(owner, "second-factor/enable", { password: PASSWORD }));
  await post(owner, "second-factor/confirm", { code: codeOf(enabled.totp_uri) });
  const [code] = enabled.recovery_codes;
  for (const [status, signedIn] of [[200, true] as const, [401, false] as const]) {
    const visitor = browser(gateway.url);
    await post(visitor, "sign-in/email", CREDENTIALS);
    expect((await post(visitor, "sign-in/second-factor", { recovery_code: code })).status).toBe(status);
    expect(await isSignedIn(visitor)).toBe(signedIn);
  }
  expect((await post(owner, "second-factor/disable", { password: PASSWORD })).status).toBe(200);
  expect((await readJson(await post(browser(gateway.url), "sign-in/email", CREDENTIALS))).second_factor).toBe(false);
  const { body } = await gateway.call("GET", "/audit?action=account");
  expect(body.data.map((one: { action: string }) => one.action)).toEqual([
    "account.disable_second_factor",
    "account.enable_second_factor",
  ]);
  expect(JSON.stringify(body)).not.toContain(code);
});

test("a password change ends every other session, and the old password no longer works", async () => {
  const { gateway, owner } = await start();
  const elsewhere = browser(gateway.url);
  await post(elsewhere, "sign-in/email", CREDENTIALS);
  const change = { current_password: PASSWORD, new_password: "another horse battery" };
  expect((await post(owner, "change-password", { ...change, current_password: "wrong" })).status).toBe(400);
  expect((await post(owner, "change-password", { ...change, new_password: "short" })).status).toBe(400);
  expect((await post(owner, "change-password", change)).status).toBe(200);
  expect([await isSignedIn(owner), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await post(browser(gateway.url), "sign-in/email", CREDENTIALS)).status).toBe(401);
});

test("a passkey can be created and signs in, and no longer works once removed", async () => {
  const { gateway, owner } = await start();
  const device = authenticator(gateway.url, "localhost");
  const { options } = await readJson(await post(owner, "passkey/start"));
  const added = await post(owner, "passkey/add", { name: "Laptop", response: device.register(options) });
  expect(added.status).toBe(201);
  const { data } = await readJson(added);
  expect((await readJson(await owner.get("/api/session/account"))).passkeys).toEqual([data]);
  expect(data.name).toBe("Laptop");

  const signIn = async (answer = device) => {
    const visitor = browser(gateway.url);
    const { options } = await readJson(await post(visitor, "sign-in/passkey/start"));
    const response = await post(visitor, "sign-in/passkey", { response: answer.signIn(options) });
    return { visitor, response };
  };
  const { visitor, response } = await signIn();
  expect([response.status, (await readJson(response)).user.email]).toEqual([200, EMAIL]);
  expect(await isSignedIn(visitor)).toBe(true);
  expect((await signIn(authenticator(gateway.url, "localhost"))).response.status).toBe(401);
  const replayed = await post(visitor, "sign-in/passkey", { response: device.signIn(options) });
  expect(replayed.status).toBe(400);

  expect((await post(owner, "passkey/remove", { id: data.id })).status).toBe(200);
  expect((await signIn()).response.status).toBe(401);
});

test("a key has no account, and another site's page cannot change one", async () => {
  const { gateway, owner } = await start();
  const headers = { authorization: `Bearer ${gateway.managementKey}` };
  for (const path of ["account", "list-sessions"]) {
    expect((await fetch(`${gateway.url}/api/session/${path}`, { headers })).status).toBe(401);
  }
  const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  for (const path of ["second-factor/enable", "change-password", "passkey/start", "accept-invitation"]) {
    const body = { token: "x", current_password: PASSWORD, new_password: "another horse battery" };
    expect((await owner.post(`/api/session/${path}`, body, foreign)).status).not.toBe(200);
  }
});
