import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let ownerId: string;

const gateway = sharedGateway();

beforeAll(async () => {
  ownerId = (await becomeOwner(gateway)).id;
});

const made = async (name = "Test"): Promise<string> =>
  (await gateway.call("POST", "/guardrails", { name })).body.data.id;
const keysOf = (id: string, query = "") => gateway.call("GET", `/guardrails/${id}/assignments/keys${query}`);
const assign = (id: string, key_hashes: unknown) =>
  gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes });
const unassign = (id: string, key_hashes: unknown) =>
  gateway.call("POST", `/guardrails/${id}/assignments/keys/remove`, { key_hashes });
const membersOf = (id: string) => gateway.call("GET", `/guardrails/${id}/assignments/members`);
const assignMembers = (id: string, member_user_ids: unknown) =>
  gateway.call("POST", `/guardrails/${id}/assignments/members`, { member_user_ids });
const unassignMembers = (id: string, member_user_ids: unknown) =>
  gateway.call("POST", `/guardrails/${id}/assignments/members/remove`, { member_user_ids });
const hashesIn = (body: { data: { key_hash: string }[] }) => body.data.map(({ key_hash }) => key_hash);

describe("keys", () => {
  test("can be assigned, listed and unassigned", async () => {
    const id = await made("Interns");
    const keys = [await gateway.newKey({ name: "One" }), await gateway.newKey({ name: "Two" })];
    const hashes = keys.map(({ hash }) => hash);
    expect((await assign(id, hashes)).body).toEqual({ assigned_count: 2 });
    const { status, body } = await keysOf(id);
    expect([status, body.total_count]).toEqual([200, 2]);
    expect(hashesIn(body).sort()).toEqual([...hashes].sort());
    const one = body.data.find(({ key_hash }: { key_hash: string }) => key_hash === hashes[0]);
    expect(one).toMatchObject({ guardrail_id: id, key_name: "One", assigned_by: null });
    expect(one.key_label).toBe(`sk-sb-…${keys[0]?.key.slice(-4)}`);
    expect((await unassign(id, [hashes[0], "f".repeat(64)])).body).toEqual({ unassigned_count: 1 });
    expect(hashesIn((await keysOf(id)).body)).toEqual([hashes[1]]);
  });

  test("show their guardrail by id and name", async () => {
    const id = await made("Shown");
    const { hash } = await gateway.newKey();
    const shown = async () => {
      const { data } = (await gateway.call("GET", "/keys")).body;
      const { guardrail_id, guardrail_name } = data.find((key: { hash: string }) => key.hash === hash);
      return [guardrail_id, guardrail_name];
    };
    expect(await shown()).toEqual([null, null]);
    await assign(id, [hash]);
    expect(await shown()).toEqual([id, "Shown"]);
    await gateway.call("PATCH", `/guardrails/${id}`, { name: "Renamed" });
    expect(await shown()).toEqual([id, "Renamed"]);
    await unassign(id, [hash]);
    expect(await shown()).toEqual([null, null]);
  });

  test("have at most one guardrail, which a new one replaces", async () => {
    const [first, second] = [await made(), await made()];
    const { hash } = await gateway.newKey();
    expect((await assign(first, [hash, hash])).body).toEqual({ assigned_count: 1 });
    expect((await assign(first, [hash])).body).toEqual({ assigned_count: 0 });
    expect((await assign(second, [hash])).body).toEqual({ assigned_count: 1 });
    expect((await keysOf(first)).body).toEqual({ data: [], total_count: 0 });
    expect((await unassign(first, [hash])).body).toEqual({ unassigned_count: 0 });
    expect((await gateway.call("GET", `/keys/${hash}`)).body.data.guardrail_id).toBe(second);
  });

  test("end up with one guardrail if several are assigned at once", async () => {
    const guardrails = await Promise.all(Array.from({ length: 4 }, () => made()));
    const { hash } = await gateway.newKey();
    const responses = await Promise.all(guardrails.map((id) => assign(id, [hash])));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const lists = await Promise.all(guardrails.map((id) => keysOf(id)));
    expect(lists.flatMap(({ body }) => hashesIn(body))).toEqual([hash]);
  });

  test("are listed page by page", async () => {
    const id = await made();
    const hashes = [];
    for (let count = 0; count < 3; count++) hashes.push((await gateway.newKey()).hash);
    for (const hash of hashes) await assign(id, [hash]);
    const pages = [await keysOf(id, "?limit=2"), await keysOf(id, "?limit=2&offset=2")];
    expect(pages.flatMap(({ body }) => hashesIn(body))).toEqual(hashes);
    expect(pages.map(({ body }) => body.total_count)).toEqual([3, 3]);
    const all = (await gateway.call("GET", "/guardrails/assignments/keys?limit=100")).body;
    expect(hashesIn(all)).toEqual(expect.arrayContaining(hashes));
    expect(all.total_count).toBe(all.data.length);
  });

  test("are all left unassigned if one of them is unknown", async () => {
    const id = await made();
    const { hash } = await gateway.newKey();
    const response = await assign(id, [hash, "f".repeat(64)]);
    expect([response.status, response.body.error.code]).toEqual([404, 404]);
    expect((await keysOf(id)).body.total_count).toBe(0);
  });

  test("keep their guardrail when rotated, and disappear from the list when deleted", async () => {
    const id = await made();
    const { hash } = await gateway.newKey();
    await assign(id, [hash]);
    const { body } = await gateway.call("POST", `/keys/${hash}/rotate`);
    expect(body.data.guardrail_id).toBe(id);
    await gateway.call("DELETE", `/keys/${hash}`);
    expect(hashesIn((await keysOf(id)).body)).toEqual([body.data.hash]);
  });
});

describe("members", () => {
  test("can be assigned, listed and unassigned", async () => {
    const id = await made();
    expect((await assignMembers(id, [ownerId, ownerId])).body).toEqual({ assigned_count: 1 });
    expect((await assignMembers(id, [ownerId])).body).toEqual({ assigned_count: 0 });
    const { body } = await membersOf(id);
    expect(body).toMatchObject({ total_count: 1, data: [{ guardrail_id: id, user_id: ownerId, assigned_by: null }] });
    expect(body.data[0].organization_id).toMatch(/^[0-9a-f-]{36}$/);
    const all = await gateway.call("GET", "/guardrails/assignments/members");
    expect(all.body.data).toEqual(body.data);
    expect((await unassignMembers(id, [ownerId, "nobody"])).body).toEqual({ unassigned_count: 1 });
    expect((await membersOf(id)).body).toEqual({ data: [], total_count: 0 });
  });

  test("can have several guardrails", async () => {
    const guardrails = [await made(), await made()];
    for (const id of guardrails) expect((await assignMembers(id, [ownerId])).body.assigned_count).toBe(1);
    for (const id of guardrails) expect((await membersOf(id)).body.total_count).toBe(1);
  });

  test("are all left unassigned if one of them is unknown", async () => {
    const id = await made();
    for (const stranger of ["00000000-0000-4000-8000-000000000000", "nobody"]) {
      expect((await assignMembers(id, [ownerId, stranger])).status).toBe(404);
    }
    expect((await membersOf(id)).body.total_count).toBe(0);
  });
});

describe("an assignment is rejected", () => {
  const bodies = [{}, { key_hashes: [] }, { key_hashes: [""] }, { key_hashes: "x" }, { key_hashes: [1] }];
  const wrong = [...bodies, { key_hashes: ["x"], more: 1 }];

  test.each(wrong)("with %j", async (body) => {
    const id = await made();
    const forMembers = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name.replace("key_hashes", "member_user_ids"), value]),
    );
    for (const end of ["", "/remove"]) {
      expect((await gateway.call("POST", `/guardrails/${id}/assignments/keys${end}`, body)).status).toBe(400);
      expect((await gateway.call("POST", `/guardrails/${id}/assignments/members${end}`, forMembers)).status).toBe(400);
    }
  });

  test.each(["00000000-0000-4000-8000-000000000000", "no-id"])("if the guardrail %s is unknown", async (id) => {
    const responses = [
      await keysOf(id),
      await assign(id, ["x"]),
      await unassign(id, ["x"]),
      await membersOf(id),
      await assignMembers(id, ["x"]),
      await unassignMembers(id, ["x"]),
    ];
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(404));
  });
});

describe("the effective guardrail of a key", () => {
  const effective = async (query: string) => (await gateway.call("GET", `/guardrails/effective?${query}`)).body.data;

  test("combines those of the key, its creator and the workspace, and names the source of each part", async () => {
    const { hash } = await gateway.newKey({ creator_user_id: ownerId });
    const workspaceId = (await gateway.call("GET", "/key")).body.data.workspace_id;
    const fields = { content_filter_builtins: [{ slug: "email", action: "redact" }], limit_usd: 5 };
    await gateway.call("PATCH", `/guardrails/${workspaceId}`, { name: "House", ...fields, allowed_models: ["a/b"] });
    const id = (await gateway.call("POST", "/guardrails", { name: "Own", ...fields, enforce_zdr_google: true })).body
      .data.id;
    await gateway.call("PATCH", `/guardrails/${id}`, { content_filter_builtins: [{ slug: "email", action: "block" }] });
    await assign(id, [hash]);
    const data = await effective(`key_hash=${hash}`);
    const own = { guardrail_id: id, guardrail_name: "Own", scope: "key" };
    const systemCredentials = { guardrail_id: workspaceId, guardrail_name: "House", scope: "workspace" };
    expect(data.sources).toEqual(expect.arrayContaining([systemCredentials, own]));
    expect(data.input_rules).toMatchObject([{ id: "email", action: "block", source: own }]);
    expect(data.output_rules).toEqual(data.input_rules);
    expect(data.allowed_models).toEqual([{ names: ["a/b"], source: systemCredentials }]);
    expect(data.zero_data_retention).toEqual([{ providers: "google", source: own }]);
    expect(data.budgets).toMatchObject([
      { limit_usd: 5, spent_usd: 0, source: systemCredentials },
      { limit_usd: 5, spent_usd: 0, source: own },
    ]);
    expect((await effective("")).sources).toEqual([systemCredentials]);
    await gateway.call("DELETE", `/guardrails/${workspaceId}`);
    expect((await effective("")).sources).toEqual([]);
  });

  test("is a 404 for an unknown key or workspace", async () => {
    for (const query of [`key_hash=${"f".repeat(64)}`, "workspace_id=elsewhere"]) {
      expect((await gateway.call("GET", `/guardrails/effective?${query}`)).status).toBe(404);
    }
  });
});
