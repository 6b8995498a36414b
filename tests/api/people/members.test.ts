import { OpenRouter } from "@openrouter/sdk";
import { beforeAll, describe, expect, test } from "vitest";
import { browser } from "#tests/support/browser.ts";
import { becomeOwner, join, PASSWORD, type Person, tokenOf } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

let owner: Person;
let admin: Person;
let member: Person;

const gateway = sharedGateway();

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  admin = await join(gateway, owner, "admin", "grace@example.com");
  member = await join(gateway, owner, "member", "alan@example.com");
  await gateway.call("POST", "/workspaces", { name: "Research", slug: "research" });
});

const setRole = (by: Person, person: Person, role: string) =>
  by.call("PATCH", `/organization/members/${person.id}`, { role });

describe("members of the organization", () => {
  test("are listed with their roles, to administrators", async () => {
    const { body } = await gateway.call("GET", "/organization/members");
    expect(body.total_count).toBe(3);
    expect(body.data.map((one: Record<string, unknown>) => [one.email, one.organization_role, one.role])).toEqual([
      ["ada@example.com", "owner", "org:admin"],
      ["grace@example.com", "admin", "org:admin"],
      ["alan@example.com", "member", "org:member"],
    ]);
    expect(body.data[0]).toMatchObject({ first_name: "Ada", last_name: "Owner", two_factor_enabled: false });
    expect((await gateway.call("GET", "/organization/members?offset=1&limit=1")).body.data[0].id).toBe(admin.id);
    const sdk = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
    for await (const page of await sdk.organization.listMembers({})) expect(page.result.totalCount).toBe(3);
  });

  test("can get another role, effective with their next request", async () => {
    expect((await member.call("GET", "/audit")).status).toBe(403);
    expect((await setRole(admin, member, "admin")).body.data).toMatchObject({ organization_role: "admin" });
    expect((await member.call("GET", "/audit")).status).toBe(200);
    expect((await setRole(owner, member, "member")).status).toBe(200);
    expect((await member.call("GET", "/audit")).status).toBe(403);
  });

  test("can only be made owners, or removed as owners, by owners", async () => {
    const key = (role: string, id: string) => gateway.call("PATCH", `/organization/members/${id}`, { role });
    expect((await setRole(admin, member, "owner")).status).toBe(403);
    expect((await setRole(admin, admin, "owner")).status).toBe(403);
    expect((await setRole(admin, owner, "member")).status).toBe(403);
    expect((await admin.call("DELETE", `/organization/members/${owner.id}`)).status).toBe(403);
    expect((await key("owner", admin.id)).status).toBe(403);
    expect((await key("member", owner.id)).status).toBe(403);
    const invitation = { email: "new@example.com", role: "owner" };
    expect((await admin.call("POST", "/organization/invitations", invitation)).status).toBe(403);
    expect((await gateway.call("POST", "/organization/invitations", invitation)).status).toBe(403);
  });

  test("always include an owner, who cannot be demoted or removed even by two concurrent requests", async () => {
    expect((await setRole(owner, owner, "admin")).status).toBe(409);
    expect((await owner.call("DELETE", `/organization/members/${owner.id}`)).status).toBe(409);
    expect((await setRole(owner, admin, "owner")).status).toBe(200);
    const both = await Promise.all([setRole(owner, admin, "admin"), setRole(admin, owner, "admin")]);
    const owners = async () =>
      (await gateway.call("GET", "/organization/members")).body.data.filter(
        (one: { organization_role: string }) => one.organization_role === "owner",
      );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await owners()).toHaveLength(1);
    const [left] = await owners();
    const leader = left.id === owner.id ? owner : admin;
    if (leader !== owner) {
      await setRole(leader, owner, "owner");
      await setRole(owner, admin, "admin");
    }
    expect((await owners())[0].id).toBe(owner.id);
  });

  test("stay administrators while they have management keys", async () => {
    const made = await admin.call("POST", "/keys", { name: "Of an admin", is_management_key: true });
    expect(made.status).toBe(201);
    expect((await setRole(owner, admin, "member")).status).toBe(409);
    expect((await owner.call("DELETE", `/organization/members/${admin.id}`)).status).toBe(409);
    await owner.call("DELETE", `/keys/${made.body.data.hash}`);
    expect((await setRole(owner, admin, "member")).status).toBe(200);
    expect((await setRole(owner, admin, "admin")).status).toBe(200);
  });

  test("are signed out when removed, and can rejoin with a new invitation", async () => {
    const leaver = await join(gateway, owner, "member", "leaver@example.com");
    await gateway.call("POST", "/workspaces/research/members/add", { user_ids: [leaver.id] });
    expect((await leaver.call("GET", "/models")).status).toBe(200);
    expect((await owner.call("DELETE", `/organization/members/${leaver.id}`)).body).toEqual({ deleted: true });
    expect((await leaver.call("GET", "/keys")).status).toBe(401);
    expect((await gateway.call("GET", "/workspaces/research/members")).body.total_count).toBe(0);

    const invited = await owner.call("POST", "/organization/invitations", { email: leaver.email });
    const token = tokenOf(invited.body.url);
    const back = browser(gateway.url);
    expect((await back.post("/api/session/accept-invitation", { token })).status).toBe(401);
    await back.post("/api/session/sign-in/email", { email: leaver.email, password: PASSWORD });
    const joined = await back.post("/api/session/accept-invitation", { token });
    expect([joined.status, await joined.json()]).toEqual([
      201,
      { user: { id: leaver.id, name: "The member", email: leaver.email } },
    ]);
    expect((await back.get("/api/v1/keys")).status).toBe(200);
  });

  test("can only be found by id", async () => {
    for (const id of [NOBODY, "nobody"]) {
      expect((await owner.call("PATCH", `/organization/members/${id}`, { role: "admin" })).status).toBe(404);
      expect((await owner.call("DELETE", `/organization/members/${id}`)).status).toBe(404);
    }
    expect((await owner.call("PATCH", `/organization/members/${admin.id}`, { role: "king" })).status).toBe(400);
  });
});

describe("members of a workspace", () => {
  const change = (verb: "add" | "remove", ids: string[], ref = "research") =>
    gateway.call("POST", `/workspaces/${ref}/members/${verb}`, { user_ids: ids });

  test("are added once, with their role in the organization", async () => {
    const first = await change("add", [member.id, admin.id, member.id]);
    expect(first.status).toBe(200);
    expect(first.body.added_count).toBe(2);
    const workspace = (await gateway.call("GET", "/workspaces/research")).body.data;
    expect(first.body.data.map((one: { role: string }) => one.role).sort()).toEqual(["admin", "member"]);
    expect(first.body.data[0]).toEqual({
      id: expect.any(String),
      user_id: expect.any(String),
      workspace_id: workspace.id,
      role: expect.any(String),
      created_at: expect.any(String),
      name: expect.any(String),
      email: expect.any(String),
      source: "hand",
    });
    expect((await change("add", [member.id])).body).toEqual({ added_count: 0, data: [] });
    expect((await gateway.call("GET", `/workspaces/${workspace.id}/members`)).body.total_count).toBe(2);
  });

  test("see the workspace until they are removed", async () => {
    expect((await member.call("GET", "/workspaces/research")).status).toBe(200);
    expect((await change("remove", [member.id])).body).toEqual({ removed_count: 1 });
    expect((await change("remove", [member.id])).body).toEqual({ removed_count: 0 });
    expect((await member.call("GET", "/workspaces/research")).status).toBe(404);
    expect((await member.call("GET", "/keys?workspace_id=research")).status).toBe(404);
  });

  test("cannot be removed while they have active keys there", async () => {
    await change("add", [member.id]);
    const made = await member.call("POST", "/keys", { name: "Mine", workspace_id: "research" });
    const refused = await change("remove", [member.id, admin.id]);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(member.id);
    expect((await gateway.call("GET", "/workspaces/research/members")).body.total_count).toBe(2);
    expect((await member.call("DELETE", `/keys/${made.body.data.hash}`)).status).toBe(200);
    expect((await change("remove", [member.id, admin.id])).body.removed_count).toBe(2);
  });

  test("include everyone in the organization in the default workspace", async () => {
    const { body } = await gateway.call("GET", "/workspaces/default/members?limit=2");
    expect(body.data).toHaveLength(2);
    expect(body.total_count).toBe((await gateway.call("GET", "/organization/members")).body.total_count);
    expect((await change("remove", [member.id], "default")).status).toBe(400);
  });

  test("are added in groups of one to a hundred, all or none", async () => {
    expect((await change("add", [])).status).toBe(400);
    expect(
      (
        await change(
          "add",
          Array.from({ length: 101 }, () => member.id),
        )
      ).status,
    ).toBe(400);
    for (const stranger of [NOBODY, "stranger"]) expect((await change("add", [member.id, stranger])).status).toBe(404);
    expect((await gateway.call("GET", "/workspaces/research/members")).body.total_count).toBe(0);
    expect((await change("add", [member.id], "nowhere")).status).toBe(404);
    expect((await gateway.call("POST", "/workspaces/research/members/add", {})).status).toBe(400);
  });

  test("can be read by the published SDK", async () => {
    const sdk = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
    const id = "research";
    const body = { userIds: [member.id] };
    expect((await sdk.workspaces.bulkAddMembers({ id, bulkAddWorkspaceMembersRequest: body })).addedCount).toBe(1);
    for await (const page of await sdk.workspaces.listMembers({ id })) expect(page.result.totalCount).toBe(1);
    const removal = { id, bulkRemoveWorkspaceMembersRequest: body };
    expect((await sdk.workspaces.bulkRemoveMembers(removal)).removedCount).toBe(1);
  });
});
