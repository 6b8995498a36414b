import { beforeAll, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let owner: Person;
let member: Person;

const gateway = sharedGateway();

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "alan@example.com");
});

const session = async (person: Person) => (await person.get("/api/session")).json();

function rename(person: Person, body: unknown): Promise<Response> {
  const headers = { cookie: person.cookies(), origin: gateway.url, "content-type": "application/json" };
  return fetch(`${gateway.url}/api/session/account`, { method: "PATCH", headers, body: JSON.stringify(body) });
}

test("an owner renames the organization, and everyone sees it at once", async () => {
  const { status, body } = await owner.call("PATCH", "/organization", { name: "  Analytical Engines  " });
  expect([status, body.data.name]).toEqual([200, "Analytical Engines"]);
  expect(await session(member)).toMatchObject({ organization: { name: "Analytical Engines" } });
  const { data } = (await owner.call("GET", "/audit?action=organization")).body;
  expect(data[0]).toMatchObject({
    action: "organization.update",
    before: { name: "Organization" },
    after: { name: "Analytical Engines" },
  });
});

test("a member cannot rename the organization, and an empty name is rejected", async () => {
  expect((await member.call("PATCH", "/organization", { name: "Mine" })).status).toBe(403);
  expect((await owner.call("PATCH", "/organization", { name: "  " })).status).toBe(400);
  expect((await owner.call("PATCH", "/organization", { name: "A", slug: "a" })).status).toBe(400);
});

test("people can change their own name, but only in a session", async () => {
  expect((await rename(member, { name: "Alan T." })).status).toBe(200);
  expect(await session(member)).toMatchObject({ user: { name: "Alan T.", email: "alan@example.com" } });
  expect(await session(owner)).toMatchObject({ user: { name: "Ada Owner" } });
  expect((await rename(member, { name: "" })).status).toBe(400);
  expect((await rename(member, { name: "A", email: "ada@example.com" })).status).toBe(400);
  const withKey = await fetch(`${gateway.url}/api/session/account`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${gateway.managementKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "A key" }),
  });
  expect(withKey.status).toBe(401);
});
