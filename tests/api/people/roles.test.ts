import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { contract } from "#lib/contract/index.ts";
import { mayCall, ROLES, type Role, reachOf } from "#lib/roles.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const REFUSAL = "Only management keys can perform this operation";

let people: Record<Role, Person>;
let outsider: Person;

const gateway = sharedGateway({ env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" } });

beforeAll(async () => {
  const owner = await becomeOwner(gateway);
  const admin = await join(gateway, owner, "admin", "grace@example.com");
  const member = await join(gateway, owner, "member", "alan@example.com");
  people = { owner, admin, member };
  outsider = await join(gateway, owner, "member", "outsider@example.com");
  await gateway.call("POST", "/workspaces", { name: "Inside", slug: "inside" });
  await gateway.call("POST", "/workspaces/inside/members/add", { user_ids: [member.id] });
});

const guarded = contract.filter(({ access }) => access !== "public");

/** A body that no endpoint accepts: callers with access get 400 or 404, and nothing is changed. */
function ask(person: Person, endpoint: Endpoint) {
  const path = endpoint.path.replace(/\{\w+\}/g, NOBODY);
  return person.call(endpoint.method, path, endpoint.method === "GET" ? undefined : { nothing: "at all" });
}

const cells = guarded.flatMap((endpoint) =>
  ROLES.map((role) => {
    const reach = reachOf(role, endpoint.roles);
    return [role, `${endpoint.method} ${endpoint.path}`, reach, endpoint] as const;
  }),
);

describe("the API enforces each access rule of the contract", () => {
  test.each(cells)("%s, %s: %s", async (role, _, __, endpoint) => {
    const { status, body } = await ask(people[role], endpoint);
    if (mayCall(role, endpoint)) expect(body?.error?.message).not.toBe(REFUSAL);
    else expect([status, body.error.message]).toEqual([403, REFUSAL]);
  });
});

describe("a member", () => {
  const member = () => people.member;

  test("calls models, and sees only their own calls and usage", async () => {
    const headers = { "x-switchboard-workspace": "inside" };
    const call = { model: "local/echo", input: "hi" };
    const mine = await member().call("POST", "/responses", call, headers);
    const theirs = await people.owner.call("POST", "/responses", call, headers);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    const idOf = (answer: typeof mine) => answer.headers.get("x-generation-id");
    const seen = async (id: string | null) =>
      (await member().call("GET", `/generation?id=${id}`, undefined, headers)).status;
    expect([await seen(idOf(mine)), await seen(idOf(theirs))]).toEqual([200, 404]);
    const listed = async (person: Person) =>
      (await person.call("GET", "/generations", undefined, headers)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed(member())).toEqual([idOf(mine)]);
    expect(await listed(people.owner)).toEqual([idOf(theirs), idOf(mine)]);
    const counted = async (person: Person) => {
      const query = { metrics: ["requests"], filters: [] };
      return (await person.call("POST", "/analytics/query", query, headers)).body.data.data[0].requests;
    };
    expect([await counted(member()), await counted(people.owner)]).toEqual([1, 2]);
    expect((await member().call("GET", `/activity?user_id=${people.owner.id}`)).status).toBe(200);
  });

  test("sends requests with a key of their own, under its limits, and with nobody else's", async () => {
    const make = async (person: Person, more: object = {}) =>
      (await person.call("POST", "/keys", { name: "Chosen", ...more })).body.data.hash as string;
    const send = (person: Person, hash: string, more: Record<string, string> = {}) =>
      person.call("POST", "/responses", { model: "local/echo", input: "hi" }, { "x-switchboard-key": hash, ...more });
    const own = await make(member());
    const sent = await send(member(), own);
    expect(sent.status).toBe(200);
    const row = await member().call("GET", `/generation?id=${sent.headers.get("x-generation-id")}`);
    expect(row.body.data).toMatchObject({ key_hash: own, user_id: member().id });
    expect((await send(people.owner, own)).status).toBe(200);

    expect((await send(member(), await make(people.admin))).status).toBe(404);
    expect((await send(member(), "no-such-key")).status).toBe(404);
    expect((await send(member(), own, { "x-switchboard-workspace": "inside" })).status).toBe(404);
    expect((await send(member(), own, { origin: "https://elsewhere.example" })).status).toBe(403);
    const managing = await make(people.owner, { is_management_key: true });
    expect((await send(people.owner, managing)).status).toBe(403);
    await member().call("PATCH", `/keys/${own}`, { disabled: true });
    const refused = await send(member(), own);
    expect([refused.status, refused.body.error.message]).toEqual([403, "This API key is disabled"]);
    for (const hash of [own, managing]) await people.owner.call("DELETE", `/keys/${hash}`);
  });

  test("manages only their own keys", async () => {
    const own = await member().call("POST", "/keys", { name: "Mine" });
    expect(own.body.data).toMatchObject({ creator_user_id: member().id, is_management_key: false });
    const other = await people.admin.call("POST", "/keys", { name: "Theirs" });
    const [mine, theirs] = [own.body.data.hash, other.body.data.hash];
    const listed = (await member().call("GET", "/keys")).body.data.map(({ hash }: { hash: string }) => hash);
    expect(listed).toEqual([mine]);
    expect((await member().call("GET", `/keys/${theirs}`)).status).toBe(404);
    expect((await member().call("PATCH", `/keys/${theirs}`, { name: "Taken" })).status).toBe(404);
    expect((await member().call("DELETE", `/keys/${theirs}`)).status).toBe(404);
    expect((await member().call("POST", `/keys/${theirs}/rotate`, {})).status).toBe(404);
    for (const more of [{ is_management_key: true }, { creator_user_id: people.admin.id }]) {
      expect((await member().call("POST", "/keys", { name: "More", ...more })).status).toBe(403);
    }
    expect((await member().call("PATCH", `/keys/${mine}`, { name: "Still mine" })).status).toBe(200);
    expect((await member().call("DELETE", `/keys/${mine}`)).status).toBe(200);
  });

  test("sees only their own workspaces and cannot act in others", async () => {
    const slugs = async (person: Person) =>
      (await person.call("GET", "/workspaces")).body.data.map(({ slug }: { slug: string }) => slug);
    expect(await slugs(member())).toEqual(["default", "inside"]);
    expect(await slugs(outsider)).toEqual(["default"]);
    expect((await member().call("GET", "/workspaces/inside/budgets")).status).toBe(200);
    expect((await outsider.call("GET", "/workspaces/inside/budgets")).status).toBe(404);
    expect((await outsider.call("GET", "/workspaces/inside")).status).toBe(404);
    expect((await outsider.call("POST", "/keys", { name: "In", workspace_id: "inside" })).status).toBe(404);
    const headers = { "x-switchboard-workspace": "inside" };
    const call = { model: "local/echo", input: "hi" };
    expect((await outsider.call("POST", "/responses", call, headers)).status).toBe(404);
  });
});
