import { readdirSync, readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { browser } from "#tests/support/browser.ts";
import { becomeOwner, PASSWORD, type Person, tokenOf } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let owner: Person;

const gateway = sharedGateway();

beforeAll(async () => {
  owner = await becomeOwner(gateway);
});

async function invite(email: string, fields: Record<string, unknown> = {}) {
  const response = await owner.call("POST", "/organization/invitations", { email, ...fields });
  expect(response.status).toBe(201);
  return { ...response.body.data, url: response.body.url, token: tokenOf(response.body.url) };
}

const post = (path: string, body: unknown) => browser(gateway.url).post(`/api/session/${path}`, body);
const account = (token: string) => ({ token, name: "Newcomer", password: PASSWORD });

describe("an invitation", () => {
  test("is a link that names the organization and creates one account", async () => {
    const { url, token, ...record } = await invite("New@Example.com", { role: "admin" });
    expect(new URL(url).pathname).toBe(`/invite/${token}`);
    expect(record).toMatchObject({ email: "new@example.com", role: "admin", status: "pending", invited_by: owner.id });
    const shown = (await (await post("invitation", { token })).json()) as Record<string, unknown>;
    expect(shown).toEqual({
      organization: "Organization",
      email: "new@example.com",
      role: "admin",
      has_account: false,
      expires_at: record.expires_at,
    });
    const newcomer = browser(gateway.url);
    expect((await newcomer.post("/api/session/accept-invitation", account(token))).status).toBe(201);
    const session = (await (await newcomer.get("/api/session")).json()) as Record<string, unknown>;
    expect(session).toMatchObject({ role: "admin", user: { name: "Newcomer", email: "new@example.com" } });
    for (const again of [await post("invitation", { token }), await post("accept-invitation", account(token))]) {
      expect(again.status).toBe(404);
    }
    const again = await owner.call("POST", "/organization/invitations", { email: "new@example.com" });
    expect(again.status).toBe(409);
  });

  test("creates one account even if it is accepted twice at once", async () => {
    const { token } = await invite("twice@example.com");
    const both = await Promise.all([
      post("accept-invitation", account(token)),
      post("accept-invitation", account(token)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  test("becomes invalid when revoked or when the same address is invited again", async () => {
    const first = await invite("later@example.com");
    const second = await invite("later@example.com");
    expect((await post("invitation", { token: first.token })).status).toBe(404);
    expect((await owner.call("DELETE", `/organization/invitations/${second.id}`)).body).toEqual({ deleted: true });
    expect((await post("accept-invitation", account(second.token))).status).toBe(404);
    for (const id of [second.id, "nothing"]) {
      expect((await owner.call("DELETE", `/organization/invitations/${id}`)).status).toBe(404);
    }
    const { body } = await owner.call("GET", "/organization/invitations?status=revoked");
    expect(body.data.map((one: { id: string }) => one.id)).toEqual([second.id, first.id]);
  });

  test("requires a name and a password for a new account", async () => {
    const { token } = await invite("short@example.com");
    expect((await post("accept-invitation", { token })).status).toBe(400);
    expect((await post("accept-invitation", { ...account(token), password: "short" })).status).toBe(400);
    expect((await post("invitation", { token: "wrong" })).status).toBe(404);
  });

  test("requires an address, a role and at most a month", async () => {
    for (const body of [{}, { email: "no address" }, { email: "a@b.example", role: "king" }]) {
      expect((await owner.call("POST", "/organization/invitations", body)).status).toBe(400);
    }
    const long = { email: "a@b.example", expires_in_days: 31 };
    expect((await owner.call("POST", "/organization/invitations", long)).status).toBe(400);
  });

  test("can be created by a management key too", async () => {
    const { status, body } = await gateway.call("POST", "/organization/invitations", { email: "key@example.com" });
    expect([status, body.data.invited_by]).toEqual([201, null]);
  });

  test("never stores its token in the database or the log", async () => {
    const { token } = await invite("secret@example.com");
    expect(gateway.output()).not.toContain(token);
    const files = readdirSync(gateway.folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const holding = files.filter((file) => readFileSync(joinPath(file.parentPath, file.name)).includes(token));
    expect(holding).toEqual([]);
  });
});
