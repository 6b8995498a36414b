import { beforeAll, expect, test } from "vitest";
import { type ScimClient, scimClient } from "#tests/api/scim/scim-client.ts";
import { applyDocument, planDocument } from "#tests/support/config/apply-document.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();
let owner: Person;
let scim: ScimClient;
let pam: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  scim = await scimClient(gateway, owner.call);
  pam = await join(gateway, owner, "member", "pam@example.com");
  await scim("POST", "/Users", { userName: "pam@example.com" });
  await scim("POST", "/Groups", { displayName: "Platform", members: [{ value: pam.id }] });
});

const HEAD = `
version: 1
members: [{ email: pam@example.com, role: member }]
`;
const WORKSPACES = `
workspaces:
  - { slug: default, name: Default }
  - { slug: research, name: Research, members: [] }
  - { slug: sales, name: Sales, members: [] }
`;
const document = (mappings: string, workspaces = WORKSPACES) => `${HEAD}group_mappings: [${mappings}]${workspaces}`;

const roleOfPam = async () => {
  const { data } = (await gateway.call("GET", "/organization/members?limit=100")).body;
  const found = data.find(({ id }: Person) => id === pam.id);
  return [found.organization_role, found.role_source];
};
const membersIn = async (slug: string) => {
  const { data } = (await gateway.call("GET", `/workspaces/${slug}/members`)).body;
  return data.map(({ user_id, source }: Record<string, string>) => [user_id, source]);
};
const exported = async () => (await gateway.call("GET", "/config")).body.data.document;

test("what groups give is not what the document gives by hand, so that nothing differs", async () => {
  const text = document("{ group: Platform, role: admin, workspace: research }");
  await applyDocument(gateway, text);
  expect([await roleOfPam(), await membersIn("research")]).toEqual([["admin", "group"], [[pam.id, "group"]]]);
  expect((await planDocument(gateway, text)).changes).toEqual([]);
  const { members, workspaces } = await exported();
  expect(members).toContainEqual({ email: "pam@example.com", role: "member" });
  expect(workspaces.find(({ slug }: { slug: string }) => slug === "research").members).toEqual([]);
  const [audit] = (await gateway.call("GET", `/audit?target_id=${pam.id}`)).body.data;
  expect(audit).toMatchObject({ action: "member.apply_group_mappings", after: { role: "admin" } });
});

test("a moved mapping takes nothing away in between, so that keys stay enabled", async () => {
  await applyDocument(gateway, document("{ group: Platform, role: admin, workspace: research }"));
  const { key } = (await pam.call("POST", "/keys", { name: "Manage", is_management_key: true })).body;
  await applyDocument(gateway, document("{ group: Platform, role: admin, workspace: sales }"));
  expect([await membersIn("research"), await membersIn("sales")]).toEqual([[], [[pam.id, "group"]]]);
  expect((await gateway.call("GET", "/key", undefined, { key })).status).toBe(200);
});

test("a mapping outlives its workspace, and the document may say what is left of it", async () => {
  await applyDocument(gateway, document("{ group: Platform, role: admin, workspace: sales }"));
  const rest = WORKSPACES.replace(/ {2}- \{ slug: sales.*\n/, "");
  await applyDocument(gateway, document("{ group: Platform, role: member }", rest));
  const { group_mappings } = await exported();
  expect(group_mappings).toEqual([{ group: "Platform", role: "member" }]);
});

test("somebody who is also in a workspace by a group stays when the document drops them", async () => {
  const mapping = "{ group: Platform, workspace: research }";
  const withPam = WORKSPACES.replace("Research, members: []", "Research, members: [pam@example.com]");
  await applyDocument(gateway, document(mapping, withPam));
  expect(await membersIn("research")).toEqual([[pam.id, "hand"]]);
  await applyDocument(gateway, document(mapping));
  expect(await membersIn("research")).toEqual([[pam.id, "group"]]);
  await applyDocument(gateway, document("", withPam));
  expect(await membersIn("research")).toEqual([[pam.id, "hand"]]);
});

test.each([
  ["{ group: Platform, workspace: unknown }", "group_mappings[0].workspace", "no such workspace"],
  ["{ group: Platform }", "group_mappings[0]", "Choose a role, a workspace or both"],
  ["{ group: Platform, role: owner }", "group_mappings[0].role", "admin"],
  ["{ group: A, role: admin }, { group: a, role: member }", "group_mappings[1]", "listed twice"],
])("rejects %s", async (mapping, path, message) => {
  const { status, body } = await gateway.call("POST", "/config/plan", { document: document(mapping) });
  expect([status, body.error.metadata.problems]).toEqual([
    400,
    [expect.objectContaining({ path, message: expect.stringContaining(message) })],
  ]);
});

test("a workspace that neither the document nor the gateway has is named with its place", async () => {
  const { status, body } = await gateway.call("POST", "/config/plan", {
    document: document("{ group: Platform, workspace: unknown }", ""),
  });
  expect([status, body.error.metadata.problems]).toEqual([
    400,
    [expect.objectContaining({ path: "group_mappings[0]", message: expect.stringContaining("named unknown") })],
  ]);
});
