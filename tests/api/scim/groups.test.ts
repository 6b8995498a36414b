import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { PATCH_OP, type ScimClient, scimClient } from "./scim-client.ts";

const gateway = sharedGateway();
let owner: Person;
let scim: ScimClient;
let users: string[];

const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  scim = await scimClient(gateway, owner.call);
  users = await Promise.all(["una", "vic", "wes"].map(provision));
});

async function provision(name: string): Promise<string> {
  const userName = `${name}@example.com`;
  const { body } = await scim("POST", "/Users", { userName, emails: [{ value: userName, primary: true }] });
  return body.id;
}

const newGroup = async (displayName: string, ...members: string[]) => {
  const body = { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) };
  const created = await scim("POST", "/Groups", body);
  expect([created.status, created.body.displayName]).toEqual([201, displayName]);
  return created.body.id as string;
};

const patch = (id: string, ...Operations: object[]) =>
  scim("PATCH", `/Groups/${id}`, { schemas: [PATCH_OP], Operations });

const membersOf = async (id: string) =>
  (await scim("GET", `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value).sort();

describe("a group", () => {
  test("has members, and is listed at its users", async () => {
    const id = await newGroup("Engineering", users[0] as string);
    expect(await membersOf(id)).toEqual([users[0]]);
    const { body } = await scim("GET", `/Users/${users[0]}`);
    expect(body.groups).toMatchObject([{ value: id, display: "Engineering" }]);
    for (const filter of [
      'displayName eq "engineering"',
      `members.value eq "${users[0]}"`,
      `members[value eq "${users[0]}"]`,
    ]) {
      const found = await scim("GET", `/Groups?filter=${encodeURIComponent(filter)}`);
      expect([filter, found.body.Resources.map((one: { id: string }) => one.id)]).toEqual([filter, [id]]);
    }
    const brief = await scim("GET", `/Groups/${id}?excludedAttributes=members`);
    expect(brief.body).not.toHaveProperty("members");
    expect((await gateway.call("GET", "/scim/groups")).body.data).toMatchObject([
      { id, name: "Engineering", member_count: 1 },
    ]);
  });

  test.each<[string, (ids: string[]) => object, number[]]>([
    [
      "adds members",
      (ids) => ({ op: "add", path: "members", value: [{ value: ids[1] }, { value: ids[2] }] }),
      [0, 1, 2],
    ],
    ["adds a member again", (ids) => ({ op: "Add", path: "members", value: [{ value: ids[0] }] }), [0]],
    ["removes by a filter", (ids) => ({ op: "remove", path: `members[value eq "${ids[0]}"]` }), []],
    [
      "removes by a list, as Entra ID does",
      (ids) => ({ op: "Remove", path: "members", value: [{ value: ids[0] }] }),
      [],
    ],
    ["removes nobody who is not in it", (ids) => ({ op: "remove", path: `members[value eq "${ids[2]}"]` }), [0]],
    ["removes everyone", () => ({ op: "remove", path: "members" }), []],
    ["replaces members", (ids) => ({ op: "replace", path: "members", value: [{ value: ids[2] }] }), [2]],
    ["replaces without a path", (ids) => ({ op: "replace", value: { members: [{ value: ids[1] }] } }), [1]],
  ])("%s", async (name, operation, expected) => {
    const id = await newGroup(`Team that ${name}`, users[0] as string);
    expect((await patch(id, operation(users))).status).toBe(204);
    expect(await membersOf(id)).toEqual(expected.map((index) => users[index]).sort());
  });

  test("is renamed by PATCH, with the id that Okta repeats, and replaced by PUT", async () => {
    const id = await newGroup("Old name", users[0] as string);
    expect((await patch(id, { op: "replace", value: { id, displayName: "New name" } })).status).toBe(204);
    expect((await scim("GET", `/Groups/${id}`)).body.displayName).toBe("New name");
    const put = await scim("PUT", `/Groups/${id}`, { displayName: "Newer name", members: [{ value: users[1] }] });
    expect([put.status, put.body.displayName, await membersOf(id)]).toEqual([200, "Newer name", [users[1]]]);
  });

  test("has its own name, members that exist, and is gone once deleted", async () => {
    const id = await newGroup("Unique");
    const same = await scim("POST", "/Groups", { displayName: "UNIQUE" });
    expect([same.status, same.body.scimType]).toEqual([409, "uniqueness"]);
    const nobody = "00000000-0000-4000-8000-000000000000";
    for (const operation of [
      { op: "add", path: "members", value: [{ value: nobody }] },
      { op: "add", path: "members", value: [{ value: "x" }] },
      { op: "replace", path: 'members[display eq "x"]', value: "x" },
      { op: "remove", path: 'members[display eq "x"]' },
    ])
      expect((await patch(id, { op: "replace", path: "displayName", value: "Changed" }, operation)).status).toBe(400);
    expect((await scim("GET", `/Groups/${id}`)).body.displayName).toBe("Unique");
    expect((await scim("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await scim("DELETE", `/Groups/${id}`)).status).toBe(404);
  });
});

describe("a group mapping", () => {
  const map = async (group: string, fields: object) => {
    const { status, body } = await owner.call("POST", "/scim/group-mappings", { group, role: null, ...fields });
    expect(status).toBe(201);
    return body.data.id as string;
  };
  const roleOf = async (id: string) => {
    const { data } = (await owner.call("GET", "/organization/members?limit=100")).body;
    const found = data.find((one: { id: string }) => one.id === id);
    return [found.organization_role, found.role_source];
  };
  const membersIn = async (slug: string) => {
    const { data } = (await owner.call("GET", `/workspaces/${slug}/members`)).body;
    return data.map((one: { user_id: string; source: string }) => [one.user_id, one.source]);
  };
  const newWorkspace = async (slug: string) =>
    (await owner.call("POST", "/workspaces", { name: slug, slug })).body.data.id as string;

  test("gives its group a role and a workspace, and takes only these away", async () => {
    const [id] = users as [string];
    await newWorkspace("research");
    const group = await newGroup("Researchers");
    await map("researchers", { role: "admin", workspace_id: "research" });
    expect([await roleOf(id), await membersIn("research")]).toEqual([["member", "hand"], []]);
    await patch(group, { op: "add", path: "members", value: [{ value: id }] });
    expect([await roleOf(id), await membersIn("research")]).toEqual([["admin", "group"], [[id, "group"]]]);
    const byHand = await owner.call("POST", "/workspaces/research/members/remove", { user_ids: [id] });
    expect([byHand.status, byHand.body.error.message]).toEqual([400, expect.stringContaining("group mapping")]);
    const audit = (await gateway.call("GET", `/audit?target_id=${id}&action=member.apply_group_mappings`)).body.data[0];
    expect(audit).toMatchObject({ actor: { type: "scim" }, before: { role: "member" }, after: { role: "admin" } });
    await patch(group, { op: "remove", path: `members[value eq "${id}"]` });
    expect([await roleOf(id), await membersIn("research")]).toEqual([["member", "hand"], []]);
  });

  test("leaves what was given by hand, before or after it", async () => {
    const [, id] = users as [string, string];
    await newWorkspace("sales");
    await owner.call("POST", "/workspaces/sales/members/add", { user_ids: [id] });
    const mapping = await map("Sellers", { role: "admin", workspace_id: "sales" });
    const group = await newGroup("Sellers", id);
    expect([await roleOf(id), await membersIn("sales")]).toEqual([["admin", "group"], [[id, "hand"]]]);
    const { body } = await owner.call("PATCH", `/organization/members/${id}`, { role: "admin" });
    expect([body.data.organization_role, body.data.role_source]).toEqual(["admin", "hand"]);
    await owner.call("DELETE", `/scim/group-mappings/${mapping}`);
    expect([await roleOf(id), await membersIn("sales")]).toEqual([["admin", "hand"], [[id, "hand"]]]);
    await scim("DELETE", `/Groups/${group}`);
    await owner.call("PATCH", `/organization/members/${id}`, { role: "member" });
    expect(await roleOf(id)).toEqual(["member", "hand"]);
  });

  test("keeps somebody in a workspace when it is taken away by hand", async () => {
    const [, id] = users as [string, string];
    await newWorkspace("design");
    await owner.call("POST", "/workspaces/design/members/add", { user_ids: [id] });
    await map("Designers", { workspace_id: "design" });
    const group = await newGroup("Designers", id);
    const removal = await owner.call("POST", "/workspaces/design/members/remove", { user_ids: [id] });
    expect([removal.status, removal.body, await membersIn("design")]).toEqual([
      200,
      { removed_count: 1 },
      [[id, "group"]],
    ]);
    await scim("DELETE", `/Groups/${group}`);
    expect(await membersIn("design")).toEqual([]);
  });

  test("gives the highest role of several groups, until the last of them is gone", async () => {
    const [, , id] = users as [string, string, string];
    const [low, high] = [await newGroup("Low", id), await newGroup("High", id)];
    const lowMapping = await map("Low", { role: "member" });
    await map("High", { role: "admin" });
    expect(await roleOf(id)).toEqual(["admin", "group"]);
    expect((await owner.call("PATCH", `/scim/group-mappings/${lowMapping}`, { role: "admin" })).status).toBe(200);
    await scim("DELETE", `/Groups/${high}`);
    expect(await roleOf(id)).toEqual(["admin", "group"]);
    await patch(low, { op: "replace", path: "displayName", value: "Lower" });
    expect(await roleOf(id)).toEqual(["member", "hand"]);
  });

  test("disables keys whose rights it takes away", async () => {
    const pam = await join(gateway, owner, "member", "pam@example.com");
    await scim("POST", "/Users", { userName: "pam@example.com" });
    const workspace = await newWorkspace("support");
    const group = await newGroup("Supporters", pam.id);
    const mapping = await map("Supporters", { role: "admin" });
    const place = await map("Supporters", { workspace_id: workspace });
    const manage = (await pam.call("POST", "/keys", { name: "Manage", is_management_key: true })).body;
    const call = (await pam.call("POST", "/keys", { name: "Call", workspace_id: workspace })).body;
    const kept = (await pam.call("POST", "/keys", { name: "Kept" })).body;
    const states = () =>
      Promise.all(
        [manage, call, kept].map(async ({ key }) => (await gateway.call("GET", "/key", undefined, { key })).status),
      );
    expect(await states()).toEqual([200, 200, 200]);
    await owner.call("DELETE", `/scim/group-mappings/${mapping}`);
    expect(await states()).toEqual([401, 200, 200]);
    await owner.call("DELETE", `/scim/group-mappings/${place}`);
    expect(await states()).toEqual([401, 401, 200]);
    await scim("DELETE", `/Groups/${group}`);
  });

  test("never changes owners, and is unique and not empty", async () => {
    await scim("POST", "/Users", { userName: owner.email });
    await newGroup("Owners", owner.id);
    const mapping = await map("Owners", { role: "member" });
    expect(await roleOf(owner.id)).toEqual(["owner", "hand"]);
    expect((await owner.call("POST", "/scim/group-mappings", { group: "OWNERS", role: "admin" })).status).toBe(409);
    expect((await owner.call("POST", "/scim/group-mappings", { group: "Nothing", role: null })).status).toBe(400);
    expect((await owner.call("POST", "/scim/group-mappings", { group: "Owners", role: "owner" })).status).toBe(400);
    expect((await owner.call("PATCH", `/scim/group-mappings/${mapping}`, { role: null })).status).toBe(400);
    const elsewhere = { group: "Owners", role: null, workspace_id: "unknown" };
    expect((await owner.call("POST", "/scim/group-mappings", elsewhere)).status).toBe(404);
  });
});
