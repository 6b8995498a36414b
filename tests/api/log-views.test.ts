import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

let owner: Person;
let member: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "alan@example.com");
});

const view = (name: string, is_shared: boolean) => ({
  name,
  is_shared,
  query: { filters: "cost:gt:0.01", range: "7d" },
  columns: ["model", "cost"],
});
const namesOf = async (person: Person): Promise<string[]> =>
  (await person.call("GET", "/log-views")).body.data.map(({ name }: { name: string }) => name);

describe("a saved view of the logs", () => {
  test("is private to its creator, or shared in the workspace", async () => {
    const secret = await member.call("POST", "/log-views", view("Mine", false));
    const shared = await member.call("POST", "/log-views", view("Ours", true));
    expect([secret.status, shared.status]).toEqual([201, 201]);
    expect(shared.body.data).toMatchObject({ ...view("Ours", true), can_change: true, creator_user_id: member.id });
    expect(await namesOf(member)).toEqual(["Mine", "Ours"]);
    expect(await namesOf(owner)).toEqual(["Ours"]);
    const hidden = await owner.call("PATCH", `/log-views/${secret.body.data.id}`, { name: "Seen" });
    expect(hidden.status).toBe(404);
    // An administrator may clean up what is shared.
    expect((await owner.call("DELETE", `/log-views/${shared.body.data.id}`)).status).toBe(200);
    expect(await namesOf(member)).toEqual(["Mine"]);
  });

  test("can be changed only by its creator and administrators", async () => {
    const { id } = (await owner.call("POST", "/log-views", view("Of the owner", true))).body.data;
    const { data } = (await member.call("GET", "/log-views")).body;
    expect(data.find((one: { id: string }) => one.id === id).can_change).toBe(false);
    for (const method of ["PATCH", "DELETE"]) {
      const { status, body } = await member.call(
        method,
        `/log-views/${id}`,
        method === "PATCH" ? { name: "x" } : undefined,
      );
      expect([status, body.error.message]).toEqual([403, expect.stringContaining("created this log view")]);
    }
    const renamed = await owner.call("PATCH", `/log-views/${id}`, { name: "Renamed" });
    expect(renamed.body.data).toMatchObject({ ...view("Renamed", true), id });
  });

  test("has a name of its own", async () => {
    const first = (await owner.call("POST", "/log-views", view("Errors", true))).body.data;
    const again = await owner.call("POST", "/log-views", view("errors", true));
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'name: a shared view named "errors" already exists',
    ]);
    // A private view is another list.
    const { id } = (await owner.call("POST", "/log-views", view("Errors", false))).body.data;
    expect((await owner.call("PATCH", `/log-views/${id}`, { is_shared: true })).status).toBe(409);
    expect((await owner.call("PATCH", `/log-views/${first.id}`, { name: "ERRORS" })).status).toBe(200);
    const both = await Promise.all([1, 2].map(() => owner.call("POST", "/log-views", view("At once", true))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("is one of at most 100", async () => {
    for (let made = 0; made < 100; made += 1) {
      const { status } = await gateway.call("POST", "/log-views", { name: `View ${made}` });
      expect(status).toBe(201);
    }
    const { status, body } = await gateway.call("POST", "/log-views", { name: "One more" });
    expect([status, body.error.message]).toEqual([
      409,
      "A person can have at most 100 private views. Delete one first.",
    ]);
  });

  test.each([
    { name: "" },
    { name: "x", query: { filters: 1 } },
    { name: "x", query: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`p${index}`, ""])) },
    { name: "x", columns: "model" },
    { name: "x", unknown: true },
  ])("is rejected with the body %j", async (body) => {
    expect((await gateway.call("POST", "/log-views", body)).status).toBe(400);
  });
});
