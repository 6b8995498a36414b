import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Event } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

let key: string;
let hash: string;

const gateway = sharedGateway();

beforeAll(async () => {
  const made = await gateway.newKey({ name: "films" });
  key = made.key;
  hash = made.hash;
});
beforeEach(() => keeps(true));

async function keeps(enabled: boolean, more: object = {}): Promise<void> {
  const body = { is_observability_io_logging_enabled: enabled, io_logging_sampling_rate: 1, ...more };
  expect((await gateway.call("PATCH", "/workspaces/default", body)).status).toBe(200);
}

type Options = Parameters<TestGateway["call"]>[3];

/** A new job as this user sees it in a list. */
async function begun(body: object = {}, reader: Options = {}, query = ""): Promise<Event> {
  const video = { model: "local/animatic", prompt: "A red fox", duration: 1, ...body };
  const { id } = (await gateway.call("POST", "/videos", video, { key })).body;
  const { body: listed } = await gateway.call("GET", `/videos?limit=1${query.replace("ID", id)}`, undefined, reader);
  expect(listed.data[0].id).toBe(id);
  return listed.data[0];
}

test("a job shows its parameters and its key", async () => {
  const listed = { prompt: "A red fox", api_key_hash: hash, api_key_name: "films", callback: null };
  expect(await begun()).toMatchObject(listed);
  expect(await begun({}, { key })).toMatchObject({ prompt: "A red fox", api_key_name: "films" });
});

test("the list shows the start of a long prompt, and a job up to 16 kB of it", async () => {
  const prompt = "fox ".repeat(10_000);
  expect((await begun({ prompt })).prompt).toBe(prompt.slice(0, 300));
  expect((await begun({ prompt }, {}, "&id=ID")).prompt).toBe(prompt.slice(0, 16 * 1024));
});

test("only the caller sees the prompt and the key", async () => {
  const other = await gateway.newKey();
  const unread = { prompt: null, api_key_hash: null, api_key_name: null };
  expect(await begun({}, { key: other.key })).toMatchObject(unread);
  const agent = { "user-agent": "OpenAI/JS 7.0.0" };
  const { id } = await begun();
  const asOwner = await gateway.call("GET", `/videos/${id}`, undefined, { key, headers: agent });
  expect(asOwner.body.prompt).toBe("A red fox");
  const asOther = await gateway.call("GET", `/videos/${id}`, undefined, { key: other.key, headers: agent });
  expect(asOther.body).toMatchObject({ id, prompt: null });
});

test("the prompt is stored only if the workspace allows it, and never with zero data retention", async () => {
  expect(await begun({ provider: { zdr: true } })).toMatchObject({ prompt: null, api_key_name: "films" });
  await keeps(true, { io_logging_api_key_ids: [] });
  expect((await begun()).prompt).toBeNull();
  await keeps(true, { io_logging_api_key_ids: null });
  expect((await begun()).prompt).toBe("A red fox");
  await keeps(false);
  expect(await begun()).toMatchObject({ prompt: null, api_key_name: "films" });
});

test("the prompt is stored as sent to the provider", async () => {
  const content_filter_builtins = [{ slug: "email", action: "redact" }];
  const guardrail = await gateway.call("POST", "/guardrails", { name: "Mail", content_filter_builtins });
  await gateway.call("POST", `/guardrails/${guardrail.body.data.id}/assignments/keys`, { key_hashes: [hash] });
  const { prompt } = await begun({ prompt: "A letter to ada@example.com" });
  expect(prompt).toBe("A letter to [EMAIL_1]");
  await gateway.call("DELETE", `/guardrails/${guardrail.body.data.id}`);
});
