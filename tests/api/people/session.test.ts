import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRateLimits } from "#server/auth/keys/rate-limit.ts";
import { ensureOrganization, setUpLink } from "#server/auth/set-up.ts";
import { member, session, user } from "#server/data/schema/accounts.ts";
import { setting, workspace } from "#server/data/schema/workspaces.ts";
import { type Browser, browser } from "#tests/support/browser.ts";
import { type ConsoleServer, openConsoleServer } from "#tests/support/servers/console-server.ts";

const OWNER = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const CREDENTIALS = { email: OWNER.email, password: OWNER.password };
const SIGN_IN = "/api/session/sign-in/email";

let console: ConsoleServer;
let nowMs = Date.now();

beforeAll(async () => {
  console = await openConsoleServer(() => nowMs);
});

afterAll(() => console?.close());

beforeEach(() => {
  nowMs = Date.now();
  console.gateway.rates = createRateLimits({});
});

async function problem(response: Response) {
  const { error } = (await response.json()) as { error: { code: number; message: string; type: string } };
  expect(error.code).toBe(response.status);
  return error;
}

async function signedIn(): Promise<Browser> {
  const user = browser(console.address);
  expect((await user.post(SIGN_IN, CREDENTIALS)).status).toBe(200);
  return user;
}

function tokenOf(link: string | undefined): string {
  return new URL(link as string).searchParams.get("token") as string;
}

describe("first start", () => {
  test("creates the organization and its default workspace once", async () => {
    const [first, second] = await Promise.all([
      ensureOrganization(console.database),
      ensureOrganization(console.database),
    ]);
    expect(second).toEqual(first);
    expect(first.organization.name).toBe("Organization");
    expect(first.workspace).toMatchObject({ name: "Default", slug: "default", isDefault: true });
    await console.database.queries.update(workspace).set({ slug: "main" });
    expect((await ensureOrganization(console.database)).workspace.id).toBe(first.workspace.id);
    await console.database.queries.update(workspace).set({ slug: "default" });
  });

  test("the session reports that setup is needed", async () => {
    const response = await browser(console.address).get("/api/session");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      user: null,
      organization: null,
      role: null,
      second_factor: null,
      workspaces: [],
      set_up_needed: true,
      single_sign_on: [],
    });
  });

  test("rejects a wrong token and one replaced by a later start", async () => {
    const replaced = tokenOf(await setUpLink(console.database, console.address));
    await setUpLink(console.database, console.address);
    for (const token of ["wrong", replaced]) {
      const response = await browser(console.address).post("/api/session/setup", { token, ...OWNER });
      expect(response.status).toBe(403);
      expect((await problem(response)).message).toContain("setup link");
    }
    expect(await console.database.queries.select().from(user)).toEqual([]);
  });

  test("does not store the token itself", async () => {
    const token = tokenOf(await setUpLink(console.database, console.address));
    const stored = await console.database.queries.select().from(setting);
    // The data folder that tests copy has the shipped prices.
    expect(stored.filter(({ name }) => name !== "kept prices")).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("names invalid fields, and creates nothing", async () => {
    const token = tokenOf(await setUpLink(console.database, console.address));
    const body = { token, name: "", email: "ada", password: "short" };
    const response = await browser(console.address).post("/api/session/setup", body);
    expect(response.status).toBe(400);
    const { message } = await problem(response);
    for (const field of ["name", "email", "password"]) expect(message).toContain(`${field}: `);
    expect(message).not.toContain("short");
  });

  test("exactly one of two simultaneous setups creates the owner, who is then signed in", async () => {
    const token = tokenOf(await setUpLink(console.database, console.address));
    const browsers = [browser(console.address), browser(console.address)];
    const responses = await Promise.all(browsers.map((one) => one.post("/api/session/setup", { token, ...OWNER })));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409]);
    const winner = browsers[responses.findIndex((response) => response.status === 201)] as Browser;
    expect(await (await winner.get("/api/session")).json()).toMatchObject({
      user: { name: OWNER.name, email: OWNER.email },
      organization: { name: "Organization" },
      role: "owner",
      workspaces: [{ slug: "default", is_default: true }],
      set_up_needed: false,
    });
    expect(await console.database.queries.select().from(member)).toHaveLength(1);
  });

  test("once an owner exists, setup stays closed and no start prints a link", async () => {
    expect(await setUpLink(console.database, console.address)).toBeUndefined();
    const response = await browser(console.address).post("/api/session/setup", { token: "any", ...OWNER });
    expect(response.status).toBe(409);
    expect((await problem(response)).message).toContain("already set up");
  });
});

describe("signing in", () => {
  test("sets an HttpOnly and SameSite session cookie, Secure only if the request came over HTTPS", async () => {
    const plain = await browser(console.address).post(SIGN_IN, CREDENTIALS);
    const [cookie, ...others] = plain.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^switchboard\.session_token=[^;]+; /);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/Secure/);
    const encrypted = await browser(console.address).post(SIGN_IN, CREDENTIALS, { "x-forwarded-proto": "https" });
    expect(encrypted.headers.getSetCookie()[0]).toMatch(/; Secure/);
  });

  test("returns the user and no token", async () => {
    const response = await browser(console.address).post(SIGN_IN, { ...CREDENTIALS, email: "ADA@example.com " });
    expect(Object.keys((await response.json()) as object)).toEqual(["user", "second_factor"]);
  });

  test("gives the same error for a wrong email and a wrong password", async () => {
    const wrong = [
      { ...CREDENTIALS, email: "nobody@example.com" },
      { ...CREDENTIALS, password: "wrong horse" },
    ];
    const answers = [];
    for (const body of wrong) {
      const response = await browser(console.address).post(SIGN_IN, body);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.status).toBe(401);
      answers.push(await problem(response));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.message).toBe("Wrong email or password");
  });

  test("is protected from other sites, as are setup and signing out", async () => {
    const user = await signedIn();
    for (const [path, body] of [
      [SIGN_IN, CREDENTIALS],
      ["/api/session/setup", { token: "any", ...OWNER }],
      ["/api/session/sign-out", undefined],
    ] as const) {
      for (const [name, value] of [
        ["origin", "https://evil.example"],
        ["sec-fetch-site", "cross-site"],
      ] as const) {
        const headers = { [name]: value };
        const response = await browser(console.address).post(path, body, headers);
        expect([path, response.status]).toEqual([path, 403]);
        await problem(response);
      }
    }
    expect((await user.post("/api/session/sign-out", undefined, { origin: "https://evil.example" })).status).toBe(403);
    expect(await (await user.get("/api/session")).json()).toMatchObject({ role: "owner" });
  });

  test("delays the eleventh attempt within a minute and says for how long", async () => {
    const visitor = browser(console.address);
    const wrong = { ...CREDENTIALS, password: "wrong horse" };
    for (let tries = 0; tries < 10; tries += 1) expect((await visitor.post(SIGN_IN, wrong)).status).toBe(401);
    const response = await visitor.post(SIGN_IN, CREDENTIALS);
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await problem(response)).message).toContain(`${seconds} s`);
  });

  test("is not blocked by wrong guesses for other accounts, even from the same address", async () => {
    const guess = (email: string) => browser(console.address).post(SIGN_IN, { email, password: "wrong horse" });
    const others = Array.from({ length: 7 }, (_, index) => `other-${index}@example.com`);
    for (const email of others) for (let tries = 0; tries < 10; tries += 1) await guess(email);
    expect((await guess(others[0] as string)).status).toBe(429);
    expect((await browser(console.address).post(SIGN_IN, CREDENTIALS)).status).toBe(200);
  });

  test("stores only hashed tokens, so a copy of the database gives no access", async () => {
    const user = await signedIn();
    const [token = ""] = decodeURIComponent(user.cookies().split("=")[1] ?? "").split(".");
    const stored = await console.database.queries.select().from(session);
    expect(token).toHaveLength(32);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(stored.map((row) => row.token)).toContain(createHash("sha256").update(token).digest("hex"));
  });

  test("nobody can sign up, and no other path of the accounts library is open", async () => {
    const visitor = browser(console.address);
    for (const path of ["sign-up/email", "organization/create", "update-user", "request-password-reset"]) {
      const response = await visitor.post(`/api/session/${path}`, { ...OWNER, email: "eve@example.com" });
      expect([path, response.status]).toEqual([path, 404]);
      await problem(response);
    }
    expect(await console.database.queries.select().from(user)).toHaveLength(1);
  });

  test("responds with 405 in the envelope to a wrong method", async () => {
    const response = await browser(console.address).get(SIGN_IN);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    await problem(response);
  });
});

describe("sessions", () => {
  test("signing out ends the session at once, even for a copied cookie", async () => {
    const user = await signedIn();
    const copy = { cookie: user.cookies() };
    expect(await (await user.get("/api/session", copy)).json()).toMatchObject({ role: "owner" });
    expect(await console.gateway.accounts.principal(request(copy))).toBeDefined();
    const response = await user.post("/api/session/sign-out");
    expect(await response.json()).toEqual({ signed_out: true });
    expect(user.cookies()).toBe("");
    expect(await (await user.get("/api/session", copy)).json()).toMatchObject({ user: null });
    expect(await console.gateway.accounts.principal(request(copy))).toBeUndefined();
  });

  test("signing out without a session is not an error", async () => {
    expect((await browser(console.address).post("/api/session/sign-out")).status).toBe(200);
  });

  test("a forged or changed cookie has no session", async () => {
    const user = await signedIn();
    const cookie = user.cookies();
    for (const forged of [cookie.replace(/\.[^.]*$/, ".AAAA"), "switchboard.session_token=abc.def", `${cookie}x`]) {
      expect(await console.gateway.accounts.principal(request({ cookie: forged }))).toBeUndefined();
    }
  });

  test("a known session is checked without a query, and again after thirty seconds", async () => {
    const cookie = (await signedIn()).cookies();
    expect(await console.gateway.accounts.principal(request({ cookie }))).toMatchObject({ role: "owner" });
    // Directly in the database, as another process would.
    await console.database.queries.delete(session);
    expect(await console.gateway.accounts.principal(request({ cookie }))).toMatchObject({ role: "owner" });
    nowMs += 31_000;
    expect(await console.gateway.accounts.principal(request({ cookie }))).toBeUndefined();
  });

  test("a user sees their sessions, without tokens, and can end one or all others", async () => {
    const [here, there, elsewhere] = [await signedIn(), await signedIn(), await signedIn()];
    const listed = await sessionsOf(here);
    expect(listed).toHaveLength(3);
    expect(listed.filter((one) => one.current)).toHaveLength(1);
    const [token = ""] = decodeURIComponent(here.cookies().split("=")[1] ?? "").split(".");
    expect(JSON.stringify(listed)).not.toContain(token);
    const ended = (await sessionsOf(there)).find((one) => one.current);
    expect((await here.post("/api/session/revoke-session", { id: ended?.id })).status).toBe(200);
    expect((await there.get("/api/session/list-sessions")).status).toBe(401);
    expect((await here.post("/api/session/revoke-session", { id: ended?.id })).status).toBe(404);
    expect(await (await here.post("/api/session/revoke-other-sessions")).json()).toEqual({ revoked_count: 1 });
    expect((await elsewhere.get("/api/session/list-sessions")).status).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test("signing a user out everywhere ends every session at once", async () => {
    const user = await signedIn();
    const principal = await console.gateway.accounts.principal(request({ cookie: user.cookies() }));
    await console.gateway.accounts.signOutEverywhere(principal?.userId as string);
    expect(await console.gateway.accounts.principal(request({ cookie: user.cookies() }))).toBeUndefined();
  });

  async function sessionsOf(one: Browser) {
    const response = await one.get("/api/session/list-sessions");
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { id: string; current: boolean }[] }).data;
  }
});

function request(headers: Record<string, string>): Request {
  return new Request("http://localhost/api/v1/keys", { headers });
}
