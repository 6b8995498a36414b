import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let workspaceId: string;

const gateway = sharedGateway();

beforeAll(async () => {
  workspaceId = (await gateway.call("GET", "/key")).body.data.workspace_id;
});

const create = (fields: object = {}) => gateway.call("POST", "/guardrails", { name: "Test", ...fields });
const read = (id: string) => gateway.call("GET", `/guardrails/${id}`);
const change = (id: string, fields: object) => gateway.call("PATCH", `/guardrails/${id}`, fields);
const made = async (fields: object = {}) => (await create(fields)).body.data;

const FILLED = {
  name: "Interns",
  description: "Summer 2026",
  limit_usd: 12.5,
  reset_interval: "weekly",
  include_byok_in_budgets: true,
  allowed_models: ["openai/gpt-4o-mini"],
  ignored_models: ["openai/gpt-4o"],
  allowed_providers: ["openai", "anthropic"],
  ignored_providers: ["google"],
  enforce_zdr_openai: true,
  content_filter_builtins: [
    { slug: "regex-prompt-injection", action: "flag", scan_scope: "user_only" },
    { slug: "email", action: "redact", label: "[EMAIL]" },
    { slug: "ssn", action: "block", applies_to: "input", shadow: true },
  ],
  content_filters: [{ pattern: "ACME-\\d{4}", action: "block", label: "Project code" }],
  shadow: true,
  restore_placeholders: true,
};

describe("a new guardrail", () => {
  test("has the fields that were sent and defaults for the rest", async () => {
    const { status, body } = await create({ name: "  Test  " });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: "Test",
      workspace_id: workspaceId,
      is_default: false,
      version: 1,
      updated_at: null,
      limit_usd: null,
      include_byok_in_budgets: false,
      allowed_models: null,
      content_filter_builtins: null,
      shadow: false,
    });
    expect((await read(body.data.id)).body).toEqual(body);
  });

  test("stores every field", async () => {
    const { status, body } = await create(FILLED);
    expect(status).toBe(201);
    expect(body.data).toMatchObject(FILLED);
    expect((await read(body.data.id)).body.data).toEqual(body.data);
  });

  test("is listed in its workspace, page by page", async () => {
    const ids = [(await made({ name: "A first" })).id, (await made({ name: "A second" })).id];
    const { body } = await gateway.call("GET", "/guardrails?limit=2");
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
    const next = await gateway.call("GET", "/guardrails?limit=100&offset=2&workspace_id=default");
    expect(next.body.total_count).toBe(body.total_count);
    expect(next.body.data).toHaveLength(body.total_count - 2);
    expect((await gateway.call("GET", "/guardrails?workspace_id=elsewhere")).status).toBe(404);
  });

  test("belongs only to the named workspace", async () => {
    expect((await made({ workspace_id: "default" })).workspace_id).toBe(workspaceId);
    expect((await create({ workspace_id: "elsewhere" })).status).toBe(404);
  });
});

describe("a change", () => {
  test("affects only named fields; null removes", async () => {
    const { id } = await made(FILLED);
    const changed = await change(id, { limit_usd: 3, description: null, content_filters: null });
    expect(changed.status).toBe(200);
    const expected = { ...FILLED, limit_usd: 3, description: null, content_filters: null, version: 2 };
    expect(changed.body.data).toMatchObject(expected);
    expect(changed.body.data.updated_at).not.toBeNull();
    expect((await read(id)).body).toEqual(changed.body);
  });

  test.each([
    "description",
    "limit_usd",
    "reset_interval",
    "allowed_models",
    "ignored_models",
    "allowed_providers",
    "ignored_providers",
    "enforce_zdr",
    "enforce_zdr_openai",
    "content_filter_builtins",
    "content_filters",
  ])("clears only %s if it is null", async (field) => {
    const before = await made({ ...FILLED, enforce_zdr: true });
    const { data } = (await change(before.id, { [field]: null })).body;
    const touched = field === "enforce_zdr" ? ["anthropic", "openai", "google", "other"].map(zdr) : [];
    const removed = Object.fromEntries([field, ...touched].map((name) => [name, null]));
    expect(data).toEqual({ ...before, ...removed, version: 2, updated_at: data.updated_at });
  });

  test("replaces a whole list", async () => {
    const { id } = await made({ allowed_models: ["a/one", "a/two"] });
    expect((await change(id, { allowed_models: ["a/three"] })).body.data.allowed_models).toEqual(["a/three"]);
  });

  test("without fields changes nothing", async () => {
    const before = await made(FILLED);
    const { status, body } = await change(before.id, {});
    expect([status, body.data]).toEqual([200, before]);
  });

  test("to an unknown guardrail is a 404", async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "no-id", "assignments"]) {
      expect([(await read(id)).status, (await change(id, { name: "X" })).status]).toEqual([404, 404]);
      expect((await gateway.call("DELETE", `/guardrails/${id}`)).status).toBe(404);
      expect((await gateway.call("GET", `/guardrails/${id}/versions`)).status).toBe(404);
    }
  });
});

function zdr(group: string): string {
  return `enforce_zdr_${group}`;
}

describe("enforce_zdr sets the omitted fields", () => {
  const all = (value: boolean | null) => ({
    enforce_zdr_anthropic: value,
    enforce_zdr_openai: value,
    enforce_zdr_google: value,
    enforce_zdr_other: value,
  });

  test.each([
    ["true", { enforce_zdr: true }, { enforce_zdr: true, ...all(true) }],
    ["false", { enforce_zdr: false }, { enforce_zdr: false, ...all(false) }],
    ["null", { enforce_zdr: null }, { enforce_zdr: null, ...all(null) }],
    [
      "true alongside one that is false and one that is null",
      { enforce_zdr: true, enforce_zdr_google: false, enforce_zdr_other: null },
      { ...all(true), enforce_zdr_google: false, enforce_zdr_other: null },
    ],
    [
      "a field that is absent",
      { enforce_zdr_openai: false },
      { ...all(true), enforce_zdr: true, enforce_zdr_openai: false },
    ],
  ])("%s", async (_name, sent, expected) => {
    const { id } = await made({ enforce_zdr: true });
    expect((await change(id, sent)).body.data).toMatchObject(expected);
  });

  test("also when a guardrail is created", async () => {
    expect(await made({ enforce_zdr: true, enforce_zdr_openai: false })).toMatchObject({
      ...all(true),
      enforce_zdr_openai: false,
    });
  });
});

describe("a concurrent edit", () => {
  test("based on an older version is rejected with 409", async () => {
    const { id, version } = await made();
    expect((await change(id, { name: "First", version })).body.data.version).toBe(version + 1);
    const late = await change(id, { name: "Second", version });
    expect([late.status, late.body.error.code]).toEqual([409, 409]);
    expect((await change(id, { version })).status).toBe(409);
    expect((await read(id)).body.data.name).toBe("First");
    expect((await change(id, { name: "Second", version: version + 1 })).status).toBe(200);
  });

  test("takes effect once among many with the same version", async () => {
    const { id, version } = await made();
    const edits = Array.from({ length: 8 }, (_, index) => change(id, { name: `Edit ${index}`, version }));
    const statuses = (await Promise.all(edits)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
  });

  test("without a version overwrites earlier ones", async () => {
    const { id } = await made();
    const edits = await Promise.all(["a", "b", "c"].map((name) => change(id, { name })));
    expect(edits.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).body.data.version).toBe(4);
  });
});

test("the history lists each change with its author, newest first", async () => {
  const { id } = await made({ name: "Before", limit_usd: 1 });
  await change(id, { name: "After" });
  const { body } = await gateway.call("GET", `/guardrails/${id}/versions`);
  expect(body.total_count).toBe(2);
  expect(body.data).toMatchObject([
    { version: 2, changed: ["name"], author_user_id: null, guardrail: { name: "After", limit_usd: 1, version: 2 } },
    { version: 1, changed: ["name", "limit_usd"], guardrail: { name: "Before", version: 1 } },
  ]);
  expect(body.data[0].author_key_hash).toMatch(/^[0-9a-f]{64}$/);
  const page = await gateway.call("GET", `/guardrails/${id}/versions?offset=1&limit=1`);
  expect(page.body.data).toEqual([body.data[1]]);
});

describe("a workspace's default guardrail", () => {
  test("has the workspace's id, is created by the first change and deleted like any other", async () => {
    expect((await read(workspaceId)).status).toBe(404);
    const { status, body } = await change(workspaceId, { limit_usd: 100 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: workspaceId, is_default: true, name: "Workspace default", limit_usd: 100 });
    const first = (await gateway.call("GET", "/guardrails?limit=1")).body.data[0];
    expect(first.id).toBe(workspaceId);
    const { data } = (await change(workspaceId, { name: "House rules", version: 1 })).body;
    expect(data).toMatchObject({ name: "House rules", limit_usd: 100, version: 2 });
    expect((await gateway.call("DELETE", `/guardrails/${workspaceId}`)).body).toEqual({ deleted: true });
    expect((await read(workspaceId)).status).toBe(404);
    expect((await change(workspaceId, { name: "Late", version: 2 })).status).toBe(409);
  });

  test("is created once by many simultaneous changes", async () => {
    const fields = [{ limit_usd: 5 }, { description: "One" }, { shadow: true }, { ignored_models: ["a/b"] }];
    const responses = await Promise.all(fields.map((one) => change(workspaceId, one)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const expected = { limit_usd: 5, description: "One", shadow: true, ignored_models: ["a/b"], version: 4 };
    expect((await read(workspaceId)).body.data).toMatchObject(expected);
    await gateway.call("DELETE", `/guardrails/${workspaceId}`);
  });
});

test("deleting a guardrail releases its assignees and cannot be undone", async () => {
  const { id } = await made();
  const { hash } = await gateway.newKey();
  await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [hash] });
  expect((await gateway.call("GET", `/keys/${hash}`)).body.data).toMatchObject({ guardrail_id: id });
  expect((await gateway.call("DELETE", `/guardrails/${id}`)).body).toEqual({ deleted: true });
  expect((await gateway.call("GET", `/keys/${hash}`)).body.data).toMatchObject({ guardrail_id: null });
  expect((await gateway.call("DELETE", `/guardrails/${id}`)).status).toBe(404);
});

test("changes are in the audit log", async () => {
  const { id } = await made({ name: "Audited" });
  await change(id, { limit_usd: 7 });
  await gateway.call("DELETE", `/guardrails/${id}`);
  const { data } = (await gateway.call("GET", `/audit?target_id=${id}`)).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    "guardrail.delete",
    "guardrail.update",
    "guardrail.create",
  ]);
  expect(data[1]).toMatchObject({ before: { limit_usd: null }, after: { limit_usd: 7 } });
});
