import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "#tests/support/authenticator-app.ts";
import { browser, readJson } from "#tests/support/browser.ts";
import { commandRunner, npmRun } from "#tests/support/commands/run-command.ts";
import { authenticator } from "#tests/support/passkey.ts";
import { becomeOwner, join, PASSWORD, type Person, tokenOf } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

const NEW = "a quite different password";

const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({ env: { DATABASE_URL: postgres.url } }));
const account = await commandRunner("account");

let owner: Person;
let admin: Person;
let database: pg.Client;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
});
afterAll(() => database?.end());

// Sign-in attempts are counted by address.
let place = 1;
const elsewhere = () => {
  place += 1;
  return `127.0.0.${place}`;
};
const newcomer = (role: "member" | "admin") => join(gateway, owner, role, `${role}-${place}@example.com`, elsewhere());
const member = () => newcomer("member");
const linkFor = (by: Person, { id }: Person, body: object = {}) =>
  by.call("POST", `/organization/members/${id}/reset-link`, body);
const visit = (path: string, body: object) => browser(gateway.url, elsewhere()).post(`/api/session/${path}`, body);
const signIn = async ({ email }: Person, password: string) =>
  (await visit("sign-in/email", { email, password })).status;

describe("a reset link", () => {
  test("sets a new password once, ends every session, and is in the audit log without its token", async () => {
    const person = await member();
    const made = await linkFor(admin, person);
    expect([made.status, made.body.data]).toEqual([
      201,
      { user_id: person.id, email: person.email, removes_second_factor: false, expires_at: expect.any(String) },
    ]);
    const token = tokenOf(made.body.url);
    expect(made.body.url).toBe(`${gateway.url}/reset/${token}`);
    const read = await visit("reset", { token });
    expect(await readJson(read)).toEqual({ name: "The member", email: person.email, removes_second_factor: false });
    expect((await visit("reset-password", { token, password: "short" })).status).toBe(400);
    expect(await readJson(await visit("reset-password", { token, password: NEW }))).toEqual({
      changed: true,
      email: person.email,
    });
    expect((await person.call("GET", "/keys")).status).toBe(401);
    expect(await signIn(person, PASSWORD)).toBe(401);
    expect(await signIn(person, NEW)).toBe(200);
    expect((await visit("reset-password", { token, password: NEW })).status).toBe(404);
    const { body } = await gateway.call("GET", "/audit?limit=2");
    expect(
      body.data.map(({ action, actor }: { action: string; actor: { name: string } }) => [action, actor.name]),
    ).toEqual([
      ["account.reset_password", person.email],
      ["member.create_reset_link", admin.email],
    ]);
    for (const secret of [token, NEW]) expect(JSON.stringify(body)).not.toContain(secret);
    const { rows } = await database.query("select * from verification");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("becomes invalid when replaced, when it expires, and when its user leaves", async () => {
    const person = await member();
    const first = tokenOf((await linkFor(owner, person)).body.url);
    const second = tokenOf((await linkFor(owner, person)).body.url);
    expect((await visit("reset", { token: first })).status).toBe(404);
    expect((await visit("reset", { token: second })).status).toBe(200);
    await database.query("update verification set expires_at = now() - interval '1 second'");
    expect((await visit("reset", { token: second })).status).toBe(404);
    expect((await visit("reset-password", { token: second, password: NEW })).status).toBe(404);
    const third = tokenOf((await linkFor(owner, person)).body.url);
    await owner.call("DELETE", `/organization/members/${person.id}`);
    expect((await visit("reset", { token: third })).status).toBe(404);
  });

  test("sets the password once even if used twice at the same time", async () => {
    const token = tokenOf((await linkFor(owner, await member())).body.url);
    const both = await Promise.all([1, 2].map((one) => visit("reset-password", { token, password: `${NEW} ${one}` })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("keeps the second factor, unless it was created to remove it", async () => {
    const person = await member();
    const enabled = await readJson(await person.post("/api/session/second-factor/enable", { password: PASSWORD }));
    await person.post("/api/session/second-factor/confirm", { code: codeOf(enabled.totp_uri) });
    const reset = async (body: object) => {
      const token = tokenOf((await linkFor(owner, person, body)).body.url);
      expect((await visit("reset-password", { token, password: NEW })).status).toBe(200);
      return readJson(await visit("sign-in/email", { email: person.email, password: NEW }));
    };
    expect(await reset({})).toEqual({ user: null, second_factor: true });
    expect(await reset({ removes_second_factor: true })).toMatchObject({ second_factor: false });
    const { rows } = await database.query("select id from two_factor where user_id = $1", [person.id]);
    expect(rows).toEqual([]);
  });

  test("is created only by administrators, only by owners for owners, and never for oneself", async () => {
    const person = await member();
    expect((await linkFor(person, admin)).status).toBe(403);
    expect((await linkFor(admin, owner)).status).toBe(403);
    expect((await gateway.call("POST", `/organization/members/${owner.id}/reset-link`, {})).status).toBe(403);
    expect((await linkFor(owner, owner)).status).toBe(409);
    expect((await linkFor(owner, admin)).status).toBe(201);
    expect((await linkFor(owner, { ...admin, id: "00000000-0000-4000-8000-000000000000" })).status).toBe(404);
  });

  test.each([
    [{ expires_in_hours: 0 }],
    [{ expires_in_hours: 169 }],
    [{ removes_second_factor: "yes" }],
    [{ token: "x" }],
  ])("is rejected for %j", async (body) => {
    expect((await linkFor(owner, admin, body)).status).toBe(400);
  });

  test("is rejected for a wrong, missing or overlong token", async () => {
    expect((await visit("reset", { token: "wrong" })).status).toBe(404);
    expect((await visit("reset", {})).status).toBe(400);
    expect((await visit("reset-password", { token: "x".repeat(201), password: NEW })).status).toBe(400);
    expect((await visit("reset-password", { token: "wrong", password: NEW })).status).toBe(404);
  });
});

describe("the operator's command", () => {
  const command = (...given: string[]) => {
    const env = { DATABASE_URL: postgres.url, DATA_DIR: gateway.folder, PUBLIC_URL: "https://gateway.example" };
    return account(given, env);
  };

  test("prints a link for a sole owner, which works in the running gateway and is audited", async () => {
    const { status, output } = command("reset-link", "--email", owner.email.toUpperCase());
    expect(status, output).toBe(0);
    const url = /https:\/\/gateway\.example\/reset\/\S+/.exec(output)?.[0] as string;
    expect((await visit("reset-password", { token: tokenOf(url), password: PASSWORD })).status).toBe(200);
    await owner.post("/api/session/sign-in/email", { email: owner.email, password: PASSWORD });
    const { body } = await gateway.call("GET", "/audit?action=member.create_reset_link&limit=1");
    expect(body.data[0]).toMatchObject({
      actor: { type: "operator", id: "", name: "the operator's command" },
      target: { type: "member", id: owner.id, name: owner.email },
    });
    expect(JSON.stringify(body)).not.toContain(tokenOf(url));
  });

  test.each([
    [["reset-link", "--email", "nobody@example.com"], "No member has the email address"],
    [["rename", "--email", "ada@example.com"], "npm run account"],
    [["reset-link", "--mail", "ada@example.com"], "npm run account"],
  ])("rejects %j", (given, words) => {
    expect(command(...given)).toMatchObject({ status: 1, output: expect.stringContaining(words) });
  });

  test("is an npm script, which prints its usage", () => {
    const { status, output } = npmRun("account", ["reset-link"]);
    expect([status, output]).toEqual([1, expect.stringContaining("npm run account")]);
  });
});

describe("an old sign-in", () => {
  test("cannot delete workspaces or create reset links before signing in again; a key can", async () => {
    const person = await newcomer("admin");
    const other = await member();
    const make = async (slug: string) => (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data.id;
    const id = await make("soon-gone");
    await database.query("update session set created_at = now() - interval '16 minutes' where user_id = $1", [
      person.id,
    ]);
    // The gateway remembers a session's start as long as it remembers the session; a sign-out forgets all.
    await other.post("/api/session/sign-out");
    const refused = await person.call("DELETE", `/workspaces/${id}`);
    expect([refused.status, refused.body.error.metadata.reason]).toEqual([403, "recent_sign_in"]);
    expect((await linkFor(person, other)).body.error.metadata.reason).toBe("recent_sign_in");
    expect((await person.call("PATCH", `/workspaces/${id}`, { name: "Still mine" })).status).toBe(200);
    await person.post("/api/session/sign-in/email", { email: person.email, password: PASSWORD });
    expect((await person.call("DELETE", `/workspaces/${id}`)).status).toBe(200);
    expect((await gateway.call("DELETE", `/workspaces/${await make("by-key")}`)).status).toBe(200);
  });
});

describe("a passkey", () => {
  test("can be renamed only by its owner", async () => {
    const person = await member();
    const device = authenticator(gateway.url, "localhost");
    const { options } = await readJson(await person.post("/api/session/passkey/start"));
    const response = device.register(options);
    const added = await person.post("/api/session/passkey/add", { name: "Laptop", response });
    const text = await added.text();
    expect(added.status, text).toBe(201);
    const { id } = JSON.parse(text).data;
    const rename = (by: Person, body: object) => by.post("/api/session/passkey/rename", body);
    expect(await readJson(await rename(person, { id, name: " Work laptop " }))).toEqual({
      data: { id, name: "Work laptop" },
    });
    const { passkeys } = await readJson(await person.get("/api/session/account"));
    expect(passkeys).toMatchObject([{ id, name: "Work laptop" }]);
    expect((await rename(owner, { id, name: "Mine" })).status).toBe(401);
    expect((await rename(person, { id: "00000000-0000-4000-8000-000000000000", name: "x" })).status).toBe(404);
    for (const body of [{ id, name: "" }, { id, name: "x".repeat(101) }, { id: "no-uuid", name: "x" }, { id }]) {
      expect((await rename(person, body)).status).toBe(400);
    }
    expect((await readJson(await person.get("/api/session/account"))).passkeys[0].name).toBe("Work laptop");
  });
});
