import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, readJson } from "#tests/support/browser.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { becomeOwner, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { type IdentityProvider, startIdentityProvider } from "#tests/support/servers/identity-provider.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { signOn } from "#tests/support/sign-on.ts";
import { PATCH_OP, type ScimClient, scimClient } from "./scim-client.ts";

let gateway: TestGateway;
let idp: IdentityProvider;
let owner: Person;
let scim: ScimClient;

beforeAll(async () => {
  idp = await startIdentityProvider();
  const port = await freePort();
  gateway = await openPooledGateway({ env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } });
  owner = await becomeOwner(gateway);
  scim = await scimClient(gateway, owner.call);
  await setUp();
});

afterAll(async () => {
  await gateway?.stop();
  await idp?.close();
});

async function setUp(more: object = {}) {
  const body = { issuer: idp.issuer, client_id: "switchboard", client_secret: idp.clientSecret, ...more };
  const headers = { cookie: owner.cookies(), origin: gateway.url, "content-type": "application/json" };
  const address = `${gateway.url}/api/session/single-sign-on`;
  expect((await fetch(address, { method: "PUT", body: JSON.stringify(body), headers })).status).toBe(200);
}

const justInTime = (body: object) => owner.call("PUT", "/scim/just-in-time", body);
const userOf = async ({ visitor }: { visitor: Browser }) => (await readJson(await visitor.get("/api/session"))).user;
const signInAs = async (name: string, more: object = {}) => {
  idp.user = { sub: name, email: `${name}@corp.example`, name, ...more };
  return userOf(await signOn(gateway.url));
};
const memberOf = async (email: string) =>
  (await gateway.call("GET", "/organization/members?limit=100")).body.data.find(
    (one: { email: string }) => one.email === email,
  );

describe("just-in-time provisioning", () => {
  test("is off until an administrator names a domain", async () => {
    expect((await gateway.call("GET", "/scim/just-in-time")).body.data).toEqual({
      domains: [],
      role: "member",
      workspace_id: null,
    });
    expect(await signInAs("early")).toBeNull();
  });

  test("lets users of the domain join at their first sign-in, with a role and a workspace", async () => {
    const { body: workspace } = await owner.call("POST", "/workspaces", { name: "Start", slug: "start" });
    const { body } = await justInTime({ domains: ["CORP.example"], role: "admin", workspace_id: "start" });
    expect(body.data).toEqual({ domains: ["corp.example"], role: "admin", workspace_id: workspace.data.id });
    const { id } = await signInAs("jit");
    expect(await memberOf("jit@corp.example")).toMatchObject({ id, organization_role: "admin" });
    const { data } = (await owner.call("GET", "/workspaces/start/members")).body;
    expect(data).toMatchObject([{ user_id: id, source: "hand" }]);
    const audit = (await gateway.call("GET", `/audit?target_id=${id}`)).body.data;
    expect(audit).toMatchObject([{ action: "member.join", actor: { id }, after: { by_email_domain: true } }]);
  });

  test("rejects other domains, unverified addresses, and deactivated members", async () => {
    expect(await signInAs("stranger", { email: "stranger@evil-corp.example" })).toBeNull();
    expect(await signInAs("subdomain", { email: "someone@sub.corp.example" })).toBeNull();
    await setUp({ allow_unverified_email: true });
    expect(await signInAs("unverified", { email_verified: false })).toBeNull();
    await setUp();
    const { id } = await signInAs("leaver");
    await scim("POST", "/Users", { userName: "leaver@corp.example" });
    await scim("PATCH", `/Users/${id}`, {
      schemas: [PATCH_OP],
      Operations: [{ op: "replace", value: { active: false } }],
    });
    expect(await signInAs("leaver")).toBeNull();
    await justInTime({ domains: [] });
    expect(await signInAs("late")).toBeNull();
  });
});

describe("a user that SCIM provisions", () => {
  test("signs in by single sign-on without an invitation", async () => {
    const { body } = await scim("POST", "/Users", { userName: "new@corp.example", displayName: "New" });
    expect(await signInAs("new")).toMatchObject({ id: body.id, name: "New" });
    expect((await scim("DELETE", `/Users/${body.id}`)).status).toBe(204);
    expect(await signInAs("new")).toBeNull();
  });
});

describe("the groups claim", () => {
  test("gives at each sign-in what the mappings of the groups say", async () => {
    await scim("POST", "/Users", { userName: "grouped@corp.example" });
    await owner.call("POST", "/scim/group-mappings", { group: "Admins", role: "admin" });
    await owner.call("POST", "/scim/group-mappings", { group: "4f1d", role: null, workspace_id: "start" });
    const roles = async (groups: unknown) => {
      await signInAs("grouped", { groups });
      const { id, organization_role } = await memberOf("grouped@corp.example");
      const { data } = (await owner.call("GET", "/workspaces/start/members")).body;
      return [organization_role, data.some(({ user_id }: { user_id: string }) => user_id === id)];
    };
    expect(await roles(["Everyone", "admins", "4f1d"])).toEqual(["admin", true]);
    expect(await roles("4f1d")).toEqual(["member", true]);
    expect(await roles(undefined)).toEqual(["member", false]);
    expect(await roles([7, null, "", "Admins"])).toEqual(["admin", false]);
  });

  test("counts as unknown if Entra ID leaves it out because there are too many groups", async () => {
    const elsewhere = { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph" } } };
    await signInAs("grouped", elsewhere);
    expect(await memberOf("grouped@corp.example")).toMatchObject({ organization_role: "admin", role_source: "group" });
  });

  test("is asked for with a scope only if the owner wants that", async () => {
    expect(idp.scopes).not.toContain("groups");
    await setUp({ request_groups: true });
    await signInAs("grouped");
    expect(idp.scopes).toEqual(expect.arrayContaining(["openid", "email", "groups"]));
  });
});
