import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { type ScimClient, scimClient } from "./scim-client.ts";

// The requests that two directories document, in their order and form.
// https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
// https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups

const gateway = sharedGateway();
let scim: ScimClient;

beforeAll(async () => {
  const owner = await becomeOwner(gateway);
  scim = await scimClient(gateway, owner.call);
});

const PATCH = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

const find = (resource: string, filter: string, more = "") =>
  scim("GET", `/${resource}?filter=${encodeURIComponent(filter)}${more}`);

describe("Okta", () => {
  const okta = { "user-agent": "Okta SCIM Client 1.0.0", accept: "application/scim+json" };
  let id: string;

  test("tests the connection and imports what is there", async () => {
    const users = await scim("GET", "/Users?startIndex=1&count=2", undefined, okta);
    expect(users.body).toMatchObject({ startIndex: 1, totalResults: 0, Resources: [] });
    expect((await scim("GET", "/Groups?startIndex=1&count=100", undefined, okta)).status).toBe(200);
  });

  test("creates a user that it does not find", async () => {
    const query = "/Users?filter=userName%20eq%20%22test.user%40okta.local%22&startIndex=1&count=100";
    expect((await scim("GET", query, undefined, okta)).body.totalResults).toBe(0);
    const created = await scim("POST", "/Users", {
      schemas: [USER],
      userName: "test.user@okta.local",
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: "test.user@okta.local", type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ userName: "test.user@okta.local", active: true });
    expect(JSON.stringify(created.body)).not.toContain("1mz050nq");
    id = created.body.id;
  });

  test("updates it with what it has read, and deactivates and reactivates it", async () => {
    const { body } = await scim("GET", `/Users/${id}`, undefined, okta);
    const changed = { ...body, name: { ...body.name, middleName: "Excited" }, displayName: "Test Excited User" };
    expect((await scim("PUT", `/Users/${id}`, changed)).body.displayName).toBe("Test Excited User");
    for (const active of [false, true]) {
      const body = { schemas: PATCH, Operations: [{ op: "replace", value: { active } }] };
      const patched = await scim("PATCH", `/Users/${id}`, body);
      expect([patched.status, patched.body.active]).toEqual([200, active]);
    }
    expect((await scim("PUT", `/Users/${id}`, { ...changed, active: false })).body.active).toBe(false);
  });

  test("pushes a group, its name and its members", async () => {
    const pushed = await scim("POST", "/Groups", { schemas: [GROUP], displayName: "Test SCIMv2", members: [] });
    expect(pushed.status).toBe(201);
    const address = `/Groups/${pushed.body.id}`;
    const rename = { op: "replace", value: { id: pushed.body.id, displayName: "Test SCIMv2.0" } };
    expect((await scim("PATCH", address, { schemas: PATCH, Operations: [rename] })).status).toBe(204);
    const Operations = [
      { op: "remove", path: `members[value eq "${id}"]` },
      { op: "add", path: "members", value: [{ value: id, display: "test.user@okta.local" }] },
    ];
    expect((await scim("PATCH", address, { schemas: PATCH, Operations })).status).toBe(204);
    expect((await scim("GET", address)).body).toMatchObject({ displayName: "Test SCIMv2.0", members: [{ value: id }] });
    const replace = { op: "replace", path: "members", value: [] };
    await scim("PATCH", address, { schemas: PATCH, Operations: [replace] });
    expect((await scim("GET", address)).body.members).toEqual([]);
    expect((await scim("DELETE", address)).status).toBe(204);
  });
});

describe("Microsoft Entra ID", () => {
  let id: string;

  test("looks for a user who cannot exist to test the connection, then creates one", async () => {
    expect((await find("Users", 'userName eq "a3a1e1f0-3f1b-4b6f-9f2c-7c0a3d2b1e0f"')).body.totalResults).toBe(0);
    const created = await scim("POST", "/Users", {
      schemas: [USER, ENTERPRISE],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: "Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1",
      active: "True",
      emails: [{ Primary: true, type: "work", value: "Test_User_fd0ea19b@testuser.com" }],
      addresses: [{ type: "work", country: "Bermuda" }],
      [ENTERPRISE]: { department: "Research" },
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
    });
    expect([created.status, created.body.active]).toEqual([201, true]);
    expect(created.body.emails).toEqual([{ primary: true, type: "work", value: "Test_User_fd0ea19b@testuser.com" }]);
    id = created.body.id;
    expect((await find("Users", 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')).body.totalResults).toBe(1);
  });

  test("updates several attributes at once, of which the gateway stores some", async () => {
    const Operations = [
      { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@microsoft.com" },
      { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Sales" },
      { op: "Add", path: 'addresses[type eq "work"].country', value: "Germany" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+49 30 1234" },
      { op: "Replace", path: `${ENTERPRISE}:manager`, value: [{ $ref: "http://example.com", value: "5d8d29d3" }] },
      { op: "Replace", path: "displayName", value: [{ $ref: null, value: "newDisplayName" }] },
      { op: "Replace", value: { "name.givenName": "updatedGivenName", [`${ENTERPRISE}:division`]: "East" } },
    ];
    const patched = await scim("PATCH", `/Users/${id}`, { schemas: PATCH, Operations });
    expect(patched.status).toBe(200);
    expect(patched.body).toMatchObject({
      displayName: "newDisplayName",
      name: { familyName: "updatedFamilyName", givenName: "updatedGivenName" },
      emails: [{ type: "work", primary: true, value: "updatedEmail@microsoft.com" }],
    });
    const { data } = (await gateway.call("GET", "/organization/members")).body;
    expect(data.at(-1).email).toBe("updatedemail@microsoft.com");
  });

  test("adds an address of a type that the user does not have", async () => {
    const Operations = [{ op: "Add", path: 'emails[type eq "home"].value', value: "home@testuser.com" }];
    const { body } = await scim("PATCH", `/Users/${id}`, { schemas: PATCH, Operations });
    expect(body.emails).toContainEqual({ type: "home", value: "home@testuser.com" });
  });

  test.each(["False", false, [{ value: "False" }]])("disables a user with %j", async (value) => {
    const set = (operation: object) => scim("PATCH", `/Users/${id}`, { schemas: PATCH, Operations: [operation] });
    expect((await set({ op: "Replace", path: "active", value })).body.active).toBe(false);
    expect((await set({ op: "Replace", path: "active", value: "True" })).body.active).toBe(true);
  });

  test("creates, updates and deletes groups without reading their members", async () => {
    const created = await scim("POST", "/Groups", {
      schemas: [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "displayName",
      meta: { resourceType: "Group" },
    });
    expect(created.status).toBe(201);
    const address = `/Groups/${created.body.id}`;
    const listed = await find("Groups", 'displayName eq "displayName"', "&excludedAttributes=members");
    expect(listed.body.Resources).toMatchObject([{ id: created.body.id }]);
    expect(listed.body.Resources[0]).not.toHaveProperty("members");
    const change = async (operation: object) =>
      (await scim("PATCH", address, { schemas: PATCH, Operations: [operation] })).status;
    expect(await change({ op: "Replace", path: "displayName", value: "1879db59-updatedDisplayName" })).toBe(204);
    expect(await change({ op: "Add", path: "members", value: [{ $ref: null, value: id }] })).toBe(204);
    expect((await scim("GET", address)).body.members).toHaveLength(1);
    expect(await change({ op: "Remove", path: "members", value: [{ $ref: null, value: id }] })).toBe(204);
    expect((await scim("GET", address)).body.members).toEqual([]);
    expect((await scim("DELETE", address)).status).toBe(204);
    expect((await scim("DELETE", `/Users/${id}`)).status).toBe(204);
  });
});
