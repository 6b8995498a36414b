import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { clientWith, scimClient } from "./scim-client.ts";

const gateway = sharedGateway();
let owner: Person;
let admin: Person;
let member: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
  member = await join(gateway, owner, "member", "alan@example.com");
});

describe("a SCIM token", () => {
  test("is shown once, stored as a hash, and named in the audit log", async () => {
    const { token, tokenId } = await scimClient(gateway, owner.call);
    const listed = (await gateway.call("GET", "/scim/tokens")).body;
    expect(listed.base_url).toBe(`${gateway.url}/api/scim/v2`);
    expect(listed.data).toMatchObject([{ id: tokenId, name: "Okta", may_change_owners: true, last_used_at: null }]);
    const audit = (await gateway.call("GET", `/audit?target_id=${tokenId}`)).body;
    expect(audit.data).toMatchObject([{ action: "scim_token.create", actor: { name: owner.email } }]);
    for (const shown of [listed, audit]) expect(JSON.stringify(shown)).not.toContain(token.slice(0, -4));
    await clientWith(gateway, token)("GET", "/Users");
    expect((await gateway.call("GET", "/scim/tokens")).body.data[0].last_used_at).toEqual(expect.any(String));
  });

  test("stops working when it is rotated or revoked", async () => {
    const { token, tokenId } = await scimClient(gateway, admin.call);
    const rotated = await admin.call("POST", `/scim/tokens/${tokenId}/rotate`);
    expect([rotated.status, rotated.body.data.may_change_owners]).toEqual([200, false]);
    expect((await clientWith(gateway, token)("GET", "/Users")).status).toBe(401);
    const renewed = clientWith(gateway, rotated.body.token);
    expect((await renewed("GET", "/Users")).status).toBe(200);
    expect((await admin.call("DELETE", `/scim/tokens/${tokenId}`)).status).toBe(200);
    expect((await renewed("GET", "/Users")).status).toBe(401);
    expect((await admin.call("DELETE", `/scim/tokens/${tokenId}`)).status).toBe(404);
  });

  test("is the only thing that opens SCIM, and opens nothing else", async () => {
    const { token } = await scimClient(gateway, owner.call);
    expect((await gateway.call("GET", "/organization/members", undefined, { key: token })).status).toBe(401);
    for (const key of [gateway.managementKey, "sb-scim-unknown", ""])
      expect((await clientWith(gateway, key)("GET", "/Users")).status).toBe(401);
    const withCookie = await fetch(`${gateway.url}/api/scim/v2/Users`, { headers: { cookie: owner.cookies() } });
    expect([withCookie.status, withCookie.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect((await member.call("POST", "/scim/tokens", { name: "Mine" })).status).toBe(403);
  });

  test("is not needed to discover what SCIM supports here", async () => {
    const scim = clientWith(gateway, "none");
    const config = (await scim("GET", "/ServiceProviderConfig")).body;
    expect(config).toMatchObject({ patch: { supported: true }, filter: { supported: true, maxResults: 200 } });
    for (const { endpoint, meta } of (await scim("GET", "/ResourceTypes")).body.Resources) {
      expect((await fetch(meta.location)).status).toBe(200);
      expect(["/Users", "/Groups"]).toContain(endpoint);
    }
    for (const { id } of (await scim("GET", "/Schemas")).body.Resources)
      expect((await scim("GET", `/Schemas/${id}`)).body.id).toBe(id);
    expect((await scim("GET", "/Schemas/urn:none")).status).toBe(404);
  });
});
