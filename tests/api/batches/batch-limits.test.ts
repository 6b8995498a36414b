import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Event } from "#tests/pipeline/calling.ts";
import { becomeOwner, join } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, createBatch, endOf, linesOf } from "./batching.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: { BATCH_MAX_REQUESTS: "300" } });

let key: string;
let hash: string;

beforeEach(async () => {
  ({ key, hash } = await gateway.newKey());
});
afterEach(() => upstream.reset());

const isAsked = (text: string) => (request: { body: unknown }) => JSON.stringify(request.body).includes(text);
const askedFor = (text: string) => upstream.requests.filter(isAsked(text)).length;
const many = (count: number, content: string) =>
  Array.from({ length: count }, (_, index) => chatLine(`line-${index}`, `${content} ${index}`));
const statusesOf = (lines: readonly Event[]) => lines.map(({ response }) => response?.status_code ?? null);

describe("money", () => {
  test("the cost of a batch is the sum of its requests, which the ledger lists by the batch", async () => {
    const { id } = await createBatch(gateway, key, many(5, "price"));
    const batch = await endOf(gateway, id);
    expect(batch.cost).toBeGreaterThan(0);
    const { body } = await gateway.call("GET", `/generations?batch_id=${id}&limit=50`);
    expect(body.data.length).toBe(5);
    const spent = body.data.reduce((sum: number, row: Event) => sum + row.cost, 0);
    expect(batch.cost).toBeCloseTo(spent, 9);
    const one = await gateway.call("GET", `/generation?id=${body.data[0].id}`);
    expect(one.body.data).toMatchObject({ batch_id: id, key_hash: hash });
    expect((await gateway.call("GET", `/keys/${hash}`)).body.data.usage).toBeCloseTo(batch.cost, 9);
  });

  test("a batch whose input alone exceeds a limit is rejected before any request", async () => {
    const poor = await gateway.newKey({ limit: 0.0001 });
    const long = "word ".repeat(4_000);
    const { id } = await createBatch(gateway, poor.key, [chatLine("a", long), chatLine("b", long)]);
    const batch = await endOf(gateway, id);
    expect(batch).toMatchObject({ status: "failed", errors: { data: [{ code: "insufficient_budget" }] } });
    expect(batch.errors.data[0].message).toContain("spending limit of key");
    const params = { model: "openai/gpt-5-mini", max_tokens: 10, messages: [{ role: "user", content: long }] };
    const requests = [
      { custom_id: "a", params },
      { custom_id: "b", params },
    ];
    const rejected = await gateway.call("POST", "/messages/batches", { requests }, { key: poor.key });
    expect([rejected.status, rejected.body.error.type]).toEqual([402, "billing_error"]);
    expect(upstream.requests).toEqual([]);
  });

  test("requests that a limit cannot cover fail with 402, and the others keep their results", async () => {
    const poor = await gateway.newKey({ limit: 0.002 });
    // The worst case of one request is reserved as it starts: 400 tokens of output at 2 USD per million.
    const lines = many(6, "fault-words-300").map((line) => ({
      ...line,
      body: { ...line.body, max_completion_tokens: 400 },
    }));
    const { id } = await createBatch(gateway, poor.key, lines);
    const batch = await endOf(gateway, id);
    const { completed, failed } = batch.request_counts;
    expect([completed > 0, failed > 0, completed + failed]).toEqual([true, true, 6]);
    const failures = await linesOf(gateway, batch.error_file_id);
    expect(new Set(statusesOf(failures))).toEqual(new Set([402]));
    expect(batch.cost).toBeLessThanOrEqual(0.002);
  });
});

describe("waiting", () => {
  test("a provider's rate limit delays a batch and fails none of its requests", async () => {
    upstream.script({ match: isAsked("patience"), times: 3, fault: { status: 429, retryAfterMs: 1_000 } });
    const { id } = await createBatch(gateway, key, many(4, "patience"));
    const batch = await endOf(gateway, id);
    expect(batch).toMatchObject({ status: "completed", request_counts: { total: 4, completed: 4, failed: 0 } });
  });

  test("a request that keeps failing at its provider ends with the provider's error", async () => {
    const lines = [chatLine("bad", "fault-500"), chatLine("good", "fine")];
    const batch = await endOf(gateway, (await createBatch(gateway, key, lines)).id);
    expect(batch.request_counts).toEqual({ total: 2, completed: 1, failed: 1 });
    const [failure] = await linesOf(gateway, batch.error_file_id);
    expect(failure).toMatchObject({ custom_id: "bad", response: { status_code: 502, body: { type: "error" } } });
  });
});

describe("rules that apply to each request", () => {
  test("a guardrail blocks the requests it is about", async () => {
    const filter = { slug: "email", action: "block" };
    const made = await gateway.call("POST", "/guardrails", { name: "No mail", content_filter_builtins: [filter] });
    await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, { key_hashes: [hash] });
    const lines = [chatLine("secret", "write to ada@example.com"), chatLine("plain", "hello")];
    const batch = await endOf(gateway, (await createBatch(gateway, key, lines)).id);
    const failures = await linesOf(gateway, batch.error_file_id);
    expect(failures.map(({ custom_id, response }) => [custom_id, response.status_code])).toEqual([["secret", 403]]);
    expect(askedFor("ada@example.com")).toBe(0);
  });

  test("a rejected request is recorded with its batch", async () => {
    const { id } = await createBatch(gateway, key, [chatLine("a", "hello", "nobody/knows-it")]);
    await endOf(gateway, id);
    const { body } = await gateway.call("GET", `/generations?batch_id=${id}`);
    expect(body.data).toMatchObject([{ status: 404, rejection: { reason: "unknown_model" }, api_key_hash: hash }]);
  });

  test("a file with too many requests fails", async () => {
    const batch = await endOf(gateway, (await createBatch(gateway, key, many(301, "many"))).id);
    expect(batch).toMatchObject({ status: "failed", errors: { data: [{ code: "too_many_requests", line: null }] } });
    const requests = many(301, "many").map(({ custom_id, body }) => ({ custom_id, params: body }));
    expect((await gateway.call("POST", "/messages/batches", { requests }, { key })).status).toBe(413);
  });

  test("a file without requests fails", async () => {
    const form = new FormData();
    form.append("purpose", "batch");
    form.append("file", new File(["\n\n"], "in.jsonl"));
    const headers = { authorization: `Bearer ${key}` };
    const uploaded = await fetch(`${gateway.url}/api/v1/files`, { method: "POST", body: form, headers });
    const { id } = (await uploaded.json()) as { id: string };
    const request = { input_file_id: id, endpoint: "/v1/responses", completion_window: "24h" };
    const { body } = await gateway.call("POST", "/batches", request, { key });
    expect(await endOf(gateway, body.id)).toMatchObject({
      status: "failed",
      errors: { data: [{ code: "empty_file" }] },
    });
  });
});

describe("while a batch runs", () => {
  const started = async (content: string) => {
    const { id, input_file_id } = await createBatch(gateway, key, many(200, `fault-slow-headers-200 ${content}`));
    await expect
      .poll(async () => (await gateway.call("GET", `/batches/${id}`)).body.request_counts.completed)
      .toBeGreaterThan(0);
    return { id, input_file_id };
  };

  test("disabling its key ends its remaining requests with that error", async () => {
    const { id } = await started("disabled");
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: true });
    const batch = await endOf(gateway, id);
    expect(batch).toMatchObject({ status: "completed", request_counts: { total: 200 } });
    const failures = await linesOf(gateway, batch.error_file_id);
    expect(failures.length).toBe(batch.request_counts.failed);
    expect(failures.at(-1)).toMatchObject({ response: null, error: { message: "This API key is disabled" } });
    expect(askedFor("disabled")).toBe(batch.request_counts.completed);
  });

  test("deleting its input file ends its remaining requests with that error", async () => {
    const { id, input_file_id } = await started("deleted");
    expect((await gateway.call("DELETE", `/files/${input_file_id}`)).status).toBe(200);
    const batch = await endOf(gateway, id);
    const failures = await linesOf(gateway, batch.error_file_id);
    expect(failures.at(-1)).toMatchObject({ error: { message: expect.stringContaining("input file") } });
    expect(batch.request_counts.completed + failures.length).toBe(200);
  });

  test("a batch from the console belongs to its member, and ends with an error once they have left", async () => {
    const owner = await becomeOwner(gateway);
    const member = await join(gateway, owner, "member", "leaver@example.com");
    const params = { model: "openai/gpt-5-mini", max_tokens: 64 };
    const requests = Array.from({ length: 200 }, (_, index) => ({
      custom_id: `line-${index}`,
      params: { ...params, messages: [{ role: "user", content: `fault-slow-headers-200 left ${index}` }] },
    }));
    const { body } = await member.call("POST", "/messages/batches", { requests, provider: { batch: "gateway" } });
    await expect.poll(() => askedFor("left")).toBeGreaterThan(0);
    expect((await owner.call("DELETE", `/organization/members/${member.id}`)).status).toBe(200);
    const batch = await endOf(gateway, body.id);
    expect(batch).toMatchObject({ status: "completed", api_key_hash: null });
    const results = await linesOf(gateway, batch.output_file_id);
    const { completed } = batch.request_counts;
    expect(results.filter(({ result }) => result.type === "succeeded").length).toBe(completed);
    expect(results.at(-1).result).toMatchObject({ type: "errored", error: { error: { type: "permission_error" } } });
    expect(askedFor("left")).toBe(completed);
  });

  test("only its creator or an administrator cancels it", async () => {
    const { id } = await started("cancelled");
    const other = await gateway.newKey();
    expect((await gateway.call("POST", `/batches/${id}/cancel`, undefined, { key: other.key })).status).toBe(403);
    expect((await gateway.call("POST", `/batches/${id}/cancel`, undefined, { key })).status).toBe(200);
    expect((await endOf(gateway, id)).status).toBe("cancelled");
  });
});

describe("both forms", () => {
  test("a batch in OpenAI's form does not exist in Anthropic's, which the list of all batches includes", async () => {
    const { id } = await createBatch(gateway, key, [chatLine("a", "hello", "local/echo")]);
    const call = async (method: string, path: string) => (await gateway.call(method, path, undefined, { key })).status;
    expect(await call("GET", `/messages/batches/${id}`)).toBe(404);
    expect(await call("POST", `/messages/batches/${id}/cancel`)).toBe(404);
    expect(await call("DELETE", `/messages/batches/${id}`)).toBe(404);
    expect(await call("GET", `/messages/batches/${id}/results`)).toBe(404);
    const params = { model: "local/echo", max_tokens: 64, messages: [{ role: "user", content: "hi" }] };
    const made = await gateway.call("POST", "/messages/batches", { requests: [{ custom_id: "a", params }] }, { key });
    const listed = (await gateway.call("GET", "/batches?limit=2", undefined, { key })).body.data;
    expect(listed.map((one: Event) => [one.id, one.endpoint])).toEqual([
      [made.body.id, "/v1/messages"],
      [id, "/v1/chat/completions"],
    ]);
  });

  test("another workspace's key sees neither batches nor results", async () => {
    const { id } = await createBatch(gateway, key, [chatLine("a", "hello", "local/echo")]);
    const { output_file_id } = await endOf(gateway, id);
    await gateway.call("POST", "/workspaces", { name: "Elsewhere", slug: "elsewhere" });
    const other = await gateway.newKey({ workspace_id: "elsewhere" });
    for (const path of [`/batches/${id}`, `/files/${output_file_id}/content`])
      expect((await gateway.call("GET", path, undefined, { key: other.key })).status).toBe(404);
    expect((await gateway.call("GET", "/batches", undefined, { key: other.key })).body.data).toEqual([]);
  });
});
