import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { PATCH_OP, type ScimClient, scimClient } from "./scim-client.ts";

const gateway = sharedGateway();
let owner: Person;
let admin: Person;
let scim: ScimClient;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
  scim = await scimClient(gateway, owner.call);
});

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";

const person = (name: string, more: object = {}) => ({
  schemas: [USER],
  userName: `${name}@example.com`,
  name: { givenName: name, familyName: "Example" },
  emails: [{ value: `${name}@example.com`, type: "work", primary: true }],
  active: true,
  ...more,
});

const provision = async (name: string, more: object = {}) => {
  const { status, body } = await scim("POST", "/Users", person(name, more));
  expect([status, body.userName]).toEqual([201, `${name}@example.com`]);
  return body.id as string;
};

const patch = (id: string, ...Operations: object[]) =>
  scim("PATCH", `/Users/${id}`, { schemas: [PATCH_OP], Operations });

const members = async () => (await owner.call("GET", "/organization/members?limit=100")).body.data;

describe("a provisioned user", () => {
  test("becomes a member without a password, and can be read by id, name, external id and address", async () => {
    const created = await scim("POST", "/Users", person("ida", { externalId: "00u1", title: "Engineer" }));
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.headers.get("location")).toBe(`${gateway.url}/api/scim/v2/Users/${id}`);
    expect(created.body).toMatchObject({ externalId: "00u1", active: true, name: { givenName: "ida" }, groups: [] });
    expect(created.body).not.toHaveProperty("title");
    expect((await scim("GET", `/Users/${id}`)).body).toEqual(created.body);
    for (const filter of [
      'userName eq "IDA@example.com"',
      'externalId eq "00u1"',
      'emails[type eq "work"].value eq "ida@example.com"',
      'emails.value eq "ida@example.com" and active eq true',
      'userName sw "ida" and not (active eq "False")',
      `${USER}:userName eq "ida@example.com"`,
    ]) {
      const { body } = await scim("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.Resources.map((one: { id: string }) => one.id)]).toEqual([filter, [id]]);
    }
    expect((await members()).find((one: { id: string }) => one.id === id)).toMatchObject({
      email: "ida@example.com",
      name: "ida Example",
      organization_role: "member",
    });
  });

  test("is linked to the account of a member with the same address", async () => {
    const before = await members();
    const alan = await join(gateway, owner, "member", "alan@example.com");
    const { status, body } = await scim("POST", "/Users", person("alan", { userName: "ALAN" }));
    expect([status, body.id, body.userName]).toEqual([201, alan.id, "ALAN"]);
    expect((await members()).length).toBe(before.length + 1);
    expect((await alan.call("GET", "/workspaces")).status).toBe(200);
  });

  test("cannot have another user's name or address", async () => {
    await provision("bob");
    const sameName = await scim("POST", "/Users", person("bob"));
    expect([sameName.status, sameName.body.scimType]).toEqual([409, "uniqueness"]);
    const sameAddress = await scim("POST", "/Users", person("bob", { userName: "robert" }));
    expect([sameAddress.status, sameAddress.body.scimType]).toEqual([409, "uniqueness"]);
    const id = await provision("carol");
    expect((await scim("PUT", `/Users/${id}`, person("bob"))).status).toBe(409);
    expect((await patch(id, { op: "replace", path: "emails", value: person("bob").emails })).status).toBe(409);
  });

  test("is replaced by PUT, with a new name and address", async () => {
    const id = await provision("dora");
    const { status, body } = await scim("PUT", `/Users/${id}`, person("theodora", { displayName: "Theo" }));
    expect([status, body.id, body.displayName]).toEqual([200, id, "Theo"]);
    expect((await members()).find((one: { id: string }) => one.id === id)).toMatchObject({
      email: "theodora@example.com",
      name: "Theo",
    });
  });
});

describe("a deactivated user", () => {
  const deactivate = { op: "replace", path: "active", value: false };

  test("loses sessions and keys at once, and gets the keys back when reactivated", async () => {
    const eve = await join(gateway, owner, "member", "eve@example.com");
    await scim("POST", "/Users", person("eve"));
    const { body } = await eve.call("POST", "/keys", { name: "Eve's" });
    const withKey = () => gateway.call("GET", "/key", undefined, { key: body.key });
    expect((await withKey()).status).toBe(200);
    expect((await patch(eve.id, deactivate)).body.active).toBe(false);
    const refused = await withKey();
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      "The user who created this API key is deactivated",
    ]);
    expect((await eve.call("GET", "/workspaces")).status).toBe(401);
    expect((await members()).find((one: { id: string }) => one.id === eve.id).active).toBe(false);
    expect((await patch(eve.id, { op: "Replace", value: { active: "True" } })).body.active).toBe(true);
    expect((await withKey()).status).toBe(200);
    expect((await eve.call("GET", "/workspaces")).status).toBe(401);
  });

  test("is never the last owner, and an owner only with an owner's token", async () => {
    const { body } = await scim("POST", "/Users", person("ada"));
    expect(body.id).toBe(owner.id);
    const refused = await patch(owner.id, deactivate);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("last owner")]);
    expect((await scim("DELETE", `/Users/${owner.id}`)).status).toBe(403);
    const ofAdmin = await scimClient(gateway, admin.call);
    const second = await join(gateway, owner, "owner", "second@example.com");
    expect((await ofAdmin("POST", "/Users", person("second"))).status).toBe(403);
    await scim("POST", "/Users", person("second"));
    expect((await ofAdmin("DELETE", `/Users/${second.id}`)).body.detail).toContain("only a SCIM token that an owner");
    expect((await scim("DELETE", `/Users/${second.id}`)).status).toBe(204);
  });

  test("keeps their records when deleted, with disabled keys, and returns with the same id", async () => {
    const finn = await join(gateway, owner, "member", "finn@example.com");
    await scim("POST", "/Users", person("finn"));
    const { body } = await finn.call("POST", "/keys", { name: "Finn's" });
    expect((await scim("DELETE", `/Users/${finn.id}`)).status).toBe(204);
    expect((await scim("GET", `/Users/${finn.id}`)).status).toBe(404);
    expect((await gateway.call("GET", "/key", undefined, { key: body.key })).status).toBe(401);
    expect((await gateway.call("GET", `/keys/${body.data.hash}`)).body.data.disabled).toBe(true);
    const audit = await gateway.call("GET", `/audit?target_id=${finn.id}&action=member.remove`);
    expect(audit.body.data[0]).toMatchObject({
      actor: { type: "scim", name: "Okta" },
      after: { disabled_key_hashes: [body.data.hash] },
    });
    expect((await scim("POST", "/Users", person("finn"))).body.id).toBe(finn.id);
  });
});

describe("a request that is wrong", () => {
  test.each([
    ["a filter that is not one", "GET", "/Users?filter=userName%20is%20x", undefined, 400, "invalidFilter"],
    [
      "an unknown attribute in a filter",
      "GET",
      "/Users?filter=nickName%20eq%20%22x%22",
      undefined,
      400,
      "invalidFilter",
    ],
    [
      "a property of every object in a filter",
      "GET",
      "/Users?filter=constructor%20pr",
      undefined,
      400,
      "invalidFilter",
    ],
    ["a user without a name", "POST", "/Users", { schemas: [USER] }, 400, "invalidValue"],
    ["a user without an address", "POST", "/Users", { userName: "nobody" }, 400, "invalidValue"],
    ["an id that no user has", "GET", "/Users/00000000-0000-4000-8000-000000000000", undefined, 404, undefined],
    ["an id that is none", "GET", "/Users/x", undefined, 404, undefined],
    ["a path that does not exist", "GET", "/Devices", undefined, 404, undefined],
    ["a method that does not exist", "DELETE", "/Users", undefined, 405, undefined],
  ])("%s gets an error of SCIM", async (_, method, path, body, status, scimType) => {
    const response = await scim(method, path, body);
    expect([response.status, response.body.status, response.body.scimType]).toEqual([status, String(status), scimType]);
  });

  test.each([
    ["an unknown operation", { op: "move", path: "active", value: true }, "invalidValue"],
    ["a path that is none", { op: "replace", path: "name[", value: "x" }, "invalidPath"],
    ["nothing to remove", { op: "remove" }, "noTarget"],
    ["a text instead of fields", { op: "add", value: "x" }, "invalidSyntax"],
    ["the name of nobody", { op: "remove", path: "userName" }, "invalidValue"],
  ])("%s in a PATCH changes nothing", async (_, operation, scimType) => {
    const id = await provision(`p${scimType}${operation.op}`.toLowerCase());
    const before = (await scim("GET", `/Users/${id}`)).body;
    const refused = await patch(id, { op: "replace", path: "displayName", value: "Changed" }, operation);
    expect([refused.status, refused.body.scimType]).toEqual([400, scimType]);
    expect((await scim("GET", `/Users/${id}`)).body).toEqual(before);
  });
});

describe("a list of users", () => {
  test("has pages, counts, and only the attributes that are asked for", async () => {
    const first = await scim("GET", "/Users?startIndex=1&count=2");
    expect(first.body).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const second = await scim("GET", "/Users?startIndex=3&count=500");
    expect(first.body.totalResults).toBe(2 + second.body.itemsPerPage);
    expect((await scim("GET", "/Users?count=0")).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    expect((await scim("GET", "/Users?startIndex=-5&count=-1")).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 });
    const { Resources } = (await scim("GET", "/Users?count=1&attributes=userName,name.givenName")).body;
    expect(Object.keys(Resources[0]).sort()).toEqual(["id", "name", "schemas", "userName"]);
    expect(Object.keys(Resources[0].name)).toEqual(["givenName"]);
    const without = (await scim("GET", "/Users?count=1&excludedAttributes=emails,groups")).body.Resources[0];
    expect(without).toHaveProperty("userName");
    expect(without).not.toHaveProperty("emails");
  });
});
