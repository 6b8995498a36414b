import { OpenRouter } from "@openrouter/sdk";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

const gateway = sharedGateway();

async function make(slug: string, fields: Record<string, unknown> = {}) {
  const response = await gateway.call("POST", "/workspaces", { name: slug, slug, ...fields });
  expect(response.status).toBe(201);
  return response.body.data;
}

describe("a workspace", () => {
  test("is created with the defaults of the contract, and can be found by id and by slug", async () => {
    const made = await make("research", { description: "Papers" });
    expect(made).toMatchObject({
      name: "research",
      slug: "research",
      description: "Papers",
      is_default: false,
      created_by: null,
      default_text_model: null,
      default_image_model: null,
      default_provider_sort: null,
      updated_at: null,
      io_logging_api_key_ids: null,
      io_logging_sampling_rate: 1,
      io_logging_keeps_failed_requests: false,
      include_byok_in_budgets: false,
      is_observability_io_logging_enabled: false,
      io_logging_retention_days: 30,
      uploads_need_management_key: false,
      images_need_management_key: false,
      leaked_key_policy: "pause",
      default_guardrail_id: made.id,
    });
    for (const ref of [made.id, "research", "RESEARCH"]) {
      expect((await gateway.call("GET", `/workspaces/${ref}`)).body.data).toEqual(made);
    }
  });

  test("changes only named fields, and null removes", async () => {
    const made = await make("changing", { description: "Old", default_provider_sort: "price" });
    const change = { name: "Changed", default_text_model: "local/echo", io_logging_sampling_rate: 0.5 };
    const { body } = await gateway.call("PATCH", "/workspaces/changing", change);
    expect(body.data).toEqual({ ...made, ...change, updated_at: expect.any(String) });
    const removed = await gateway.call("PATCH", `/workspaces/${made.id}`, { description: null, slug: "changed" });
    expect(removed.body.data).toMatchObject({ description: null, slug: "changed", name: "Changed" });
    expect((await gateway.call("GET", "/workspaces/changing")).status).toBe(404);
    expect((await gateway.call("PATCH", `/workspaces/${made.id}`, {})).body.data).toEqual(removed.body.data);
  });

  test("has a unique slug in the organization", async () => {
    await make("taken");
    await make("other");
    expect((await gateway.call("POST", "/workspaces", { name: "Again", slug: "taken" })).status).toBe(409);
    expect((await gateway.call("PATCH", "/workspaces/other", { slug: "taken" })).status).toBe(409);
    expect((await gateway.call("PATCH", "/workspaces/other", { slug: "other" })).status).toBe(200);
  });

  test.each([
    ["no name", { slug: "a" }],
    ["a name that is too long", { name: "x".repeat(101), slug: "a" }],
    ["a slug with capitals", { name: "A", slug: "Not-this" }],
    ["a slug with two hyphens", { name: "A", slug: "a--b" }],
    ["a slug that looks like an id", { name: "A", slug: NOBODY }],
    ["an unknown model", { name: "A", slug: "a", default_text_model: "nobody/nothing" }],
    ["an unknown sort", { name: "A", slug: "a", default_provider_sort: "beauty" }],
    ["a sampling rate of zero", { name: "A", slug: "a", io_logging_sampling_rate: 0 }],
    ["an unknown field", { name: "A", slug: "a", colour: "red" }],
  ])("with %s is rejected", async (_, body) => {
    expect((await gateway.call("POST", "/workspaces", body)).status).toBe(400);
  });

  test("is listed page by page, the default one first", async () => {
    const all = (await gateway.call("GET", "/workspaces?limit=100")).body;
    expect(all.data[0]).toMatchObject({ slug: "default", is_default: true });
    expect(all.total_count).toBe(all.data.length);
    const second = (await gateway.call("GET", "/workspaces?offset=1&limit=1")).body;
    expect(second).toEqual({ data: [all.data[1]], total_count: all.total_count });
    for (const query of ["limit=0", "limit=101", "offset=-1", "limit=x"]) {
      expect((await gateway.call("GET", `/workspaces?${query}`)).status).toBe(400);
    }
  });

  test("cannot be found by other keys or under an unknown name", async () => {
    for (const ref of ["nothing", NOBODY]) {
      for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
        expect((await gateway.call(method, `/workspaces/${ref}`, body)).status).toBe(404);
      }
    }
  });
});

describe("deleting a workspace", () => {
  test("is rejected for the default one", async () => {
    const { status, body } = await gateway.call(
      "DELETE",
      "/workspaces/default?confirm_default_workspace_deletion=true",
    );
    expect([status, body.error.message]).toEqual([400, "The default workspace cannot be deleted"]);
  });

  test("is rejected while it has an active key, and also deletes disabled keys", async () => {
    await make("ending");
    const key = await gateway.newKey({ workspace_id: "ending" });
    const refused = await gateway.call("DELETE", "/workspaces/ending");
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain("active keys");
    await gateway.call("PATCH", `/keys/${key.hash}`, { disabled: true });
    expect((await gateway.call("DELETE", "/workspaces/ending")).body).toEqual({ deleted: true });
    expect((await gateway.call("GET", "/workspaces/ending")).status).toBe(404);
    expect((await gateway.call("GET", `/keys/${key.hash}`)).status).toBe(404);
  });
});

describe("the defaults of a workspace", () => {
  const ask = (key: string, path: string, body: Record<string, unknown>) => gateway.call("POST", path, body, { key });

  test("set the text model of requests without one, starting with the next request", async () => {
    await make("defaults");
    const { key } = await gateway.newKey({ workspace_id: "defaults" });
    const bodies = [
      ["/responses", { input: "hi" }],
      ["/chat/completions", { messages: [{ role: "user", content: "hi" }] }],
      ["/messages", { max_tokens: 50, messages: [{ role: "user", content: "hi" }] }],
    ] as const;
    for (const [path, body] of bodies) expect((await ask(key, path, body)).status).toBe(400);
    await gateway.call("PATCH", "/workspaces/defaults", { default_text_model: "local/echo" });
    for (const [path, body] of bodies) {
      expect((await ask(key, path, body)).body).toMatchObject({ model: "local/echo" });
      expect((await ask(key, path, { ...body, model: "nobody/nothing" })).status).toBe(404);
    }
    await gateway.call("PATCH", "/workspaces/defaults", { default_text_model: null });
    for (const [path, body] of bodies) expect((await ask(key, path, body)).status).toBe(400);
  });
});

test("the published SDK parses every response", async () => {
  const sdk = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
  const created = await sdk.workspaces.create({ createWorkspaceRequest: { name: "Of the SDK", slug: "of-the-sdk" } });
  expect(created.data).toMatchObject({ slug: "of-the-sdk", defaultGuardrailId: expect.any(String) });
  const id = created.data.id;
  expect((await sdk.workspaces.get({ id })).data).toMatchObject({ id });
  const update = { id, updateWorkspaceRequest: { description: "Changed", ioLoggingApiKeyIds: [1] } };
  expect((await sdk.workspaces.update(update)).data.ioLoggingApiKeyIds).toEqual([1]);
  const pages = [];
  for await (const page of await sdk.workspaces.list({ limit: 2 })) pages.push(...page.result.data);
  expect(pages.map(({ slug }) => slug)).toContain("of-the-sdk");
  expect((await sdk.workspaces.delete({ id })).deleted).toBe(true);
});
