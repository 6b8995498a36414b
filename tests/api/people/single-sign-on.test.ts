import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refuseAudit } from "#tests/support/audit-refusals.ts";
import type { Browser } from "#tests/support/browser.ts";
import { readJson } from "#tests/support/browser.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { type IdentityProvider, startIdentityProvider } from "#tests/support/servers/identity-provider.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { signOn } from "#tests/support/sign-on.ts";

let gateway: TestGateway;
let idp: IdentityProvider;
let owner: Person;
let admin: Person;

beforeAll(async () => {
  idp = await startIdentityProvider();
  const port = await freePort();
  gateway = await openPooledGateway({ env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } });
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
});

afterAll(async () => {
  await gateway?.stop();
  await idp?.close();
});

const ADDRESS = "/api/session/single-sign-on";

function put(by: Person, body: object): Promise<Response> {
  const headers = { cookie: by.cookies(), origin: gateway.url, "content-type": "application/json" };
  return fetch(`${gateway.url}${ADDRESS}`, { method: "PUT", body: JSON.stringify(body), headers });
}

const settings = () => ({ issuer: idp.issuer, client_id: "switchboard", client_secret: idp.clientSecret });

const userOf = async ({ visitor }: { visitor: Browser }) => (await readJson(await visitor.get("/api/session"))).user;

describe("single sign-on", () => {
  test("can only be set up by owners, and its secret is never shown", async () => {
    expect((await put(admin, settings())).status).toBe(403);
    const done = await put(owner, settings());
    expect(done.status).toBe(200);
    const { data } = await readJson(done);
    expect(data).toMatchObject({ issuer: idp.issuer, client_id: "switchboard" });
    expect(await readJson(await admin.get(ADDRESS))).toEqual({ data });
    const audit = await gateway.call("GET", "/audit?action=single_sign_on");
    expect(audit.body.total_count).toBe(1);
    for (const shown of [JSON.stringify(data), JSON.stringify(audit.body)])
      expect(shown).not.toContain(idp.clientSecret);
  });

  test("signs in a member with the same address", async () => {
    idp.user = { sub: "1", email: owner.email, name: "Ada" };
    const signedIn = await signOn(gateway.url);
    expect(signedIn.location).toMatch(/\/$/);
    expect(await userOf(signedIn)).toMatchObject({ id: owner.id });
    expect((await readJson(await signedIn.visitor.get("/api/session/account"))).single_sign_on).toBe(true);
  });

  test("creates the account of an invited user, with the role of the invitation", async () => {
    await owner.call("POST", "/organization/invitations", { email: "new@example.com", role: "admin" });
    idp.user = { sub: "2", email: "new@example.com", name: "Newcomer" };
    expect(await userOf(await signOn(gateway.url))).toMatchObject({ email: "new@example.com", name: "Newcomer" });
    const { body } = await gateway.call("GET", "/organization/members");
    expect(body.data.at(-1)).toMatchObject({ email: "new@example.com", organization_role: "admin" });
    expect((await gateway.call("GET", "/organization/invitations?status=accepted")).body.total_count).toBe(2);
  });

  test("adds nobody without an audit entry", async () => {
    const refusals = await refuseAudit(gateway);
    const email = "later@example.com";
    await owner.call("POST", "/organization/invitations", { email, role: "member" });
    idp.user = { sub: "4", email, name: "Later" };
    expect(await userOf(await signOn(gateway.url, "/", { "x-request-id": refusals.refusedId() }))).toBeNull();
    expect((await gateway.call("GET", "/organization/invitations?status=pending")).body.total_count).toBe(1);
    const joined = await userOf(await signOn(gateway.url, "/", { "x-request-id": "kept" }));
    expect(joined).toMatchObject({ email });
    expect(await refusals.requestsWithEntry("kept")).toEqual(["kept"]);
    await refusals.close();
    const { data } = (await gateway.call("GET", `/audit?target_id=${joined.id}`)).body;
    expect(data).toMatchObject([
      { action: "member.join", actor: { type: "user", id: joined.id, name: email }, after: { email, role: "member" } },
    ]);
  });

  test.each([false, "false"])(
    "rejects an address that the provider reports as unverified (%j), unless the owner allows it",
    async (claim) => {
      idp.user = { sub: "1", email: owner.email, name: "Ada", email_verified: claim };
      const refused = await signOn(gateway.url);
      expect(refused.location).toBe("/sign-in?error=email_not_verified");
      expect(await userOf(refused)).toBeNull();
      const allowed = await readJson(await put(owner, { ...settings(), allow_unverified_email: true }));
      expect(allowed.data.allow_unverified_email).toBe(true);
      expect(await userOf(await signOn(gateway.url))).toMatchObject({ id: owner.id });
      await put(owner, settings());
      expect(await userOf(await signOn(gateway.url))).toBeNull();
    },
  );

  test("returns to the requested page, but only within the console", async () => {
    idp.user = { sub: "1", email: owner.email, name: "Ada" };
    expect((await signOn(gateway.url, "/w/default/keys?sort=name")).location).toMatch(/\/w\/default\/keys\?sort=name$/);
    for (const next of ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "w/default"]) {
      await expect(signOn(gateway.url, next)).rejects.toThrow("Send a path of the console");
    }
  });

  test("rejects everyone else", async () => {
    idp.user = { sub: "3", email: "stranger@example.com", name: "Stranger" };
    const refused = await signOn(gateway.url);
    expect(new URL(refused.location, gateway.url).pathname).toBe("/sign-in");
    expect(await userOf(refused)).toBeNull();
    expect((await gateway.call("GET", "/organization/members")).body.total_count).toBe(4);
  });
});
