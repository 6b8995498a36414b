import { beforeEach, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf, saying } from "../calling.ts";

const MODEL = "openai/gpt-4o-mini";
const OTHER_MODEL = "openai/gpt-4o";
const SYSTEM = "key-of-openai";
const FIRST = "sk-own-first-000000000000";
const SECOND = "sk-own-second-00000000000";
/** The upstream responds to it with 401. */
const REVOKED = "invalid-own-0000000000000000";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const made: string[] = [];
beforeEach(async () => {
  for (const id of made.splice(0)) await gateway.call("DELETE", `/byok/${id}`);
});

async function store(key: string, fields: object = {}): Promise<string> {
  const { status, body } = await gateway.call("POST", "/byok", { provider: "openai", key, ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  made.push(body.data.id);
  return body.data.id;
}

const ask = (model = MODEL, more: object = {}, headers: Record<string, string> = {}) =>
  post(gateway, "responses", saying("responses", model, "Hello", { ...more }), { headers });

/** The keys that arrived upstream during a request, in order. */
async function keysOf(model = MODEL, more: object = {}): Promise<string[]> {
  upstream.requests.length = 0;
  await ask(model, more);
  return upstream.requests.map(({ headers }) => (headers.authorization ?? "").replace("Bearer ", ""));
}

const stateOf = async (id: string): Promise<Event> => {
  const { body } = await gateway.call("GET", "/byok/pools?provider=openai");
  return body.data.flatMap((pool: Event) => pool.credentials).find((one: Event) => one.id === id);
};

/** Makes the upstream respond to a key with an error. */
function refuse(key: string, status: number, error: object, more: object = {}): void {
  upstream.script({
    match: ({ headers }) => headers.authorization?.endsWith(key) ?? false,
    reply: { status, headers: { "content-type": "application/json" }, body: JSON.stringify(error) },
    ...more,
  });
}

test("a rejected key is passed over for all models while another works, and the record says so", async () => {
  const id = await store(REVOKED, { name: "Old" });
  await store(FIRST, { name: "New" });
  expect(await keysOf()).toEqual([REVOKED, FIRST]);
  expect(await keysOf()).toEqual([FIRST]);
  expect(await keysOf(OTHER_MODEL)).toEqual([FIRST]);
  const { headers, text } = await ask(MODEL, {}, { "x-service-metadata": "enabled" });
  expect(JSON.parse(text).service_metadata.attempts).toMatchObject([
    { credential: "New", skipped_credentials: ["Old"], rejected_credentials: ["Old"] },
  ]);
  const record = await recordOf(gateway, headers);
  expect(record.provider_responses[0].credential_choice.skipped).toMatchObject([
    { id, name: "Old", reason: "rejected", until: expect.any(String) },
  ]);
  const old = record.routing.candidates.find((one: Event) => one.credential_id === id);
  expect(old).toMatchObject({ outcome: "not_tried", reason: expect.stringMatching(/circuit|pool/) });
  expect(old.explanation).toContain("rejected");
  const state = await stateOf(id);
  expect(state).toMatchObject({ state: "rejected", last_error: { status: 401, type: "authentication_error" } });
  const waitMs = Date.parse(state.available_at) - Date.now();
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(60_000);
});

test("a rejected key of a provider goes after the system credential, and is still tried if nothing else works", async () => {
  await store(REVOKED);
  expect(await keysOf()).toEqual([REVOKED, SYSTEM]);
  expect(await keysOf()).toEqual([SYSTEM]);
  refuse(SYSTEM, 404, { error: { message: "Not Found" } });
  expect(await keysOf()).toEqual([SYSTEM, REVOKED]);
});

test("a key that may not use one model stays in use for the others", async () => {
  const message = "Project `proj_1` does not have access to model `gpt-4o-mini`";
  const id = await store(FIRST);
  await store(SECOND);
  refuse(FIRST, 403, { error: { message, type: "invalid_request_error", code: "model_not_found" } }, { times: 1 });
  expect(await keysOf()).toEqual([FIRST, SECOND]);
  expect(await keysOf()).toEqual([SECOND]);
  expect(await keysOf(OTHER_MODEL)).toEqual([FIRST]);
  expect(await stateOf(id)).toMatchObject({ state: "limited", models: [{ state: "rejected" }, { state: "ready" }] });
});

test("a request with texts that the provider rejects changes nothing for its key", async () => {
  const id = await store(FIRST);
  await store(SECOND);
  const error = "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_OTHER";
  refuse(FIRST, 403, { code: "denied", error }, { times: 1 });
  upstream.requests.length = 0;
  expect((await ask()).status).toBe(403);
  expect(upstream.requests).toHaveLength(1);
  expect(await keysOf()).toEqual([FIRST]);
  expect(await stateOf(id)).toMatchObject({ state: "ready" });
});

test("a rejected key is used again as soon as it passes a test or is replaced", async () => {
  const id = await store(FIRST);
  await store(SECOND);
  refuse(FIRST, 401, { error: { message: "Incorrect API key provided" } }, { times: 1 });
  expect(await keysOf()).toEqual([FIRST, SECOND]);
  expect(await keysOf()).toEqual([SECOND]);
  expect((await gateway.call("POST", `/byok/${id}/test`)).body.data.outcome).toBe("accepted");
  expect(await keysOf()).toEqual([FIRST]);
  refuse(FIRST, 401, { error: { message: "Incorrect API key provided" } }, { times: 1 });
  expect(await keysOf()).toEqual([FIRST, SECOND]);
  await gateway.call("PATCH", `/byok/${id}`, { key: "sk-own-replaced-000000000" });
  expect(await keysOf()).toEqual(["sk-own-replaced-000000000"]);
});

test("a session leaves a key that is rejected", async () => {
  await store(FIRST);
  const session = { session_id: "one" };
  expect(await keysOf(MODEL, session)).toEqual([FIRST]);
  refuse(FIRST, 401, { error: { message: "Incorrect API key provided" } });
  expect(await keysOf(MODEL, session)).toEqual([FIRST, SYSTEM]);
  expect(await keysOf(MODEL, session)).toEqual([SYSTEM]);
});
