import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { eventsOf, startTraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import {
  callModel,
  DESTINATION_ENV,
  healthOf,
  newDestination,
  setUpDestinations,
  untilHealth,
} from "./set-up-destinations.ts";

const gateway = sharedGateway({ env: DESTINATION_ENV });
const receiver = startedOnce("trace receiver", startTraceReceiver, (started) => started.close());
let slugs = 0;
beforeEach(() => {
  receiver.respondWith(() => 200);
  receiver.received.length = 0;
  receiver.accepted.length = 0;
});

const place = (settings?: object) => {
  slugs += 1;
  return setUpDestinations(gateway, `place-${slugs}`, settings);
};
const hook = (workspace: string, more: object = {}) =>
  newDestination(gateway, { type: "webhook", config: { url: receiver.url }, workspace_id: workspace, ...more });
const idsOf = () => eventsOf(receiver.accepted).map((event: { id: string }) => event.id);

describe("a webhook destination", () => {
  test("receives each request of its own workspace once, signed, and no others", async () => {
    const [mine, other] = [await place(), await place()];
    const id = await hook(mine.workspace, {
      config: { url: `${receiver.url}/in`, method: "PUT", headers: { a: "b" } },
    });
    const ids = await callModel(gateway, mine.key, 5);
    await callModel(gateway, other.key, 5);
    const health = await untilHealth(gateway, id, { delivered: 5, backlog: 0 });
    expect(idsOf().sort()).toEqual(ids.sort());
    expect(health).toMatchObject({ dead_letters: 0, failures: 0, last_error: null });
    const [{ method, path, headers, body }] = receiver.accepted as [(typeof receiver.accepted)[number]];
    expect([method, path, headers.a]).toEqual(["PUT", "/in", "b"]);
    const webhook = await gateway.call("GET", `/webhooks?workspace_id=${mine.workspace}`);
    const [, seconds, digest] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["x-switchboard-signature"])) ?? [];
    const { signing_secret: secret } = webhook.body.data;
    expect(digest).toBe(createHmac("sha256", secret).update(`${seconds},${body}`).digest("hex"));
    const batch = JSON.parse(body.toString());
    expect(batch).toMatchObject({
      type: "generation.batch",
      id: headers["x-switchboard-idempotency-key"],
      destination_id: id,
      workspace_id: mine.workspace,
    });
    expect(batch.data[0]).toMatchObject({
      operation: "createChatCompletion",
      requested_model: "local/echo",
      status: 200,
      tokens_prompt: expect.any(Number),
    });
  });

  test("receives costs, identity and context only if they are turned on", async () => {
    const { workspace, key, hash } = await place();
    const id = await hook(workspace);
    const full = await hook(workspace, {
      broadcast_generation_cost: true,
      broadcast_generation_identity: true,
      broadcast_generation_request_context: true,
    });
    await callModel(gateway, key, 1, { session_id: "session-1", user: "user-1", tags: ["team:a"] });
    await untilHealth(gateway, id, { delivered: 1 });
    await untilHealth(gateway, full, { delivered: 1 });
    const eventTo = (name: string) =>
      eventsOf(receiver.accepted.filter(({ body }) => JSON.parse(body.toString()).destination_id === name))[0];
    expect(Object.keys(eventTo(id))).not.toEqual(expect.arrayContaining(["cost"]));
    expect(JSON.stringify(eventTo(id))).not.toMatch(/session-1|user-1|team:a|key of|cost/);
    expect(eventTo(full)).toMatchObject({
      cost: { total_cost: 0, cost_nano_usd: 0 },
      identity: { key_hash: hash, external_user: "user-1" },
      request_context: { session_id: "session-1", tags: ["team:a"] },
    });
  });

  test("receives prompts and responses only if the workspace stores them and privacy mode is off", async () => {
    const kept = await place({ is_observability_io_logging_enabled: true, io_logging_sampling_rate: 1 });
    const unkept = await place();
    const [open, secret] = [await hook(kept.workspace), await hook(kept.workspace, { privacy_mode: true })];
    const without = await hook(unkept.workspace);
    for (const { key } of [kept, unkept]) await callModel(gateway, key);
    for (const id of [open, secret, without]) await untilHealth(gateway, id, { delivered: 1 });
    const bodyTo = (name: string) =>
      receiver.accepted.map(({ body }) => body.toString()).find((body) => body.includes(name)) as string;
    expect(JSON.parse(bodyTo(open)).data[0].content.input.messages[0].content).toBe("a purple prompt");
    expect(bodyTo(secret)).not.toContain("purple");
    expect(bodyTo(without)).not.toContain("purple");
  });

  test("receives only requests of the selected keys that match its rules", async () => {
    const { workspace, key, hash } = await place();
    const second = await gateway.newKey({ workspace_id: workspace });
    const groups = [
      { logic: "and", rules: [{ field: "session_id", operator: "starts_with", value: "vip" }] },
      {
        logic: "or",
        rules: [
          { field: "total_tokens", operator: "gt", value: 1_000_000 },
          { field: "user_id", operator: "regex", value: "^ann[ae]$" },
        ],
      },
    ];
    const id = await hook(workspace, { api_key_hashes: [hash], filter_rules: { enabled: true, groups } });
    const [wanted] = await callModel(gateway, key, 1, { session_id: "vip-1", user: "anna" });
    await callModel(gateway, key, 1, { session_id: "vip-1", user: "bob" });
    await callModel(gateway, key, 1, { session_id: "other", user: "anna" });
    await callModel(gateway, second.key, 1, { session_id: "vip-1", user: "anna" });
    await untilHealth(gateway, id, { delivered: 1, backlog: 0 });
    expect(idsOf()).toEqual([wanted]);
  });

  test("receives a sample that depends only on the request's id", async () => {
    const { workspace, key } = await place();
    const halves = [await hook(workspace, { sampling_rate: 0.5 }), await hook(workspace, { sampling_rate: 0.5 })];
    const all = await hook(workspace);
    await callModel(gateway, key, 40);
    await untilHealth(gateway, all, { delivered: 40 });
    const counts = await Promise.all(
      halves.map(async (id) => (await untilHealth(gateway, id, { backlog: 0 })).delivered),
    );
    expect(counts[0]).toBe(counts[1]);
    const [first, second] = halves.map((id) =>
      eventsOf(receiver.accepted.filter(({ body }) => body.includes(id))).map((event: { id: string }) => event.id),
    );
    expect(first).toEqual(second);
    expect(first?.length).toBeGreaterThan(5);
    expect(first?.length).toBeLessThan(35);
  });

  test("receives no new requests if it or its workspace's broadcasting is disabled", async () => {
    const off = await place({ is_observability_broadcast_enabled: false });
    const on = await place();
    const ids = [await hook(off.workspace), await hook(on.workspace, { enabled: false }), await hook(on.workspace)];
    for (const { key } of [off, on]) await callModel(gateway, key, 2);
    await untilHealth(gateway, ids[2] as string, { delivered: 2 });
    for (const id of ids.slice(0, 2)) expect(await healthOf(gateway, id)).toMatchObject({ delivered: 0, backlog: 0 });
  });
});

describe("a destination that fails", () => {
  test("receives everything once it recovers, and its health shows the reason", async () => {
    const { workspace, key } = await place();
    receiver.respondWith(() => 503);
    const id = await hook(workspace, { config: { url: `${receiver.url}/token-in-path`, headers: { a: "secret-1" } } });
    const ids = await callModel(gateway, key, 3);
    const failing = await untilHealth(gateway, id, { last_error: "The receiver responded with status 503" });
    expect(failing).toMatchObject({ backlog: 3, delivered: 0, dead_letters: 0 });
    expect(failing.failures).toBeGreaterThan(0);
    expect(Date.parse(failing.next_attempt_at)).toBeGreaterThan(Date.parse(failing.last_error_at));
    ids.push(...(await callModel(gateway, key, 2)));
    receiver.respondWith(() => 200);
    await untilHealth(gateway, id, { delivered: 5, backlog: 0, failures: 0, next_attempt_at: null });
    expect(idsOf().sort()).toEqual(ids.sort());
    const audit = await gateway.call("GET", "/audit?target_type=destination&limit=100");
    expect(JSON.stringify(audit.body) + gateway.output()).not.toContain("secret-1");
  });

  test("is not called before its Retry-After has passed", async () => {
    const { workspace, key } = await place();
    receiver.respondWith(() => ({ status: 429, headers: { "retry-after": "120" } }));
    const id = await hook(workspace);
    await callModel(gateway, key);
    const { last_error_at, next_attempt_at } = await untilHealth(gateway, id, { failures: 1 });
    expect(Date.parse(next_attempt_at) - Date.parse(last_error_at)).toBeGreaterThanOrEqual(119_000);
  });

  test("makes only the rejected request a dead letter, which can be retried", async () => {
    const { workspace, key } = await place();
    const poison = (body: Buffer) => eventsOf([{ body } as never]).some((event: { id: string }) => event.id === bad);
    let bad = "";
    receiver.respondWith(() => 503);
    const id = await hook(workspace);
    const ids = await callModel(gateway, key, 8);
    bad = ids[5] as string;
    receiver.respondWith(({ body }) => (poison(body) ? 400 : 200));
    const health = await untilHealth(gateway, id, { delivered: 7, backlog: 0, dead_letters: 1 });
    expect(health.last_error).toBe("The receiver responded with status 400");
    expect(idsOf().sort()).toEqual(ids.filter((one) => one !== bad).sort());
    receiver.respondWith(() => 200);
    const retried = await gateway.call("POST", `/observability/destinations/${id}/retry`);
    expect(retried).toMatchObject({ status: 200, body: { data: { retried: 1 } } });
    await untilHealth(gateway, id, { delivered: 8, dead_letters: 0 });
    expect(idsOf()).toContain(bad);
  });
});

describe("a test of a destination", () => {
  test("sends one sample and returns the result, even if the destination is disabled", async () => {
    const { workspace } = await place();
    const id = await hook(workspace, { enabled: false });
    const attempt = () => gateway.call("POST", `/observability/destinations/${id}/test`);
    expect((await attempt()).body.data).toEqual({
      at: expect.any(String),
      status: 200,
      error: null,
      duration_ms: expect.any(Number),
    });
    expect(eventsOf(receiver.accepted)).toMatchObject([{ workspace_id: workspace, requested_model: "local/echo" }]);
    receiver.respondWith(() => 401);
    expect((await attempt()).body.data).toMatchObject({
      status: 401,
      error: "The receiver responded with status 401",
    });
    expect(await healthOf(gateway, id)).toMatchObject({ delivered: 0, backlog: 0 });
  });

  test("requires an administrator of the organization", async () => {
    const { workspace, key } = await place();
    const id = await hook(workspace);
    for (const action of ["test", "retry"]) {
      const path = `/observability/destinations/${id}/${action}`;
      expect((await gateway.call("POST", path, undefined, { key })).status).toBe(403);
      expect((await gateway.call("POST", path.replace(id, crypto.randomUUID()))).status).toBe(404);
    }
  });
});

test("an unsupported regular expression is rejected", async () => {
  const { workspace } = await place();
  const id = await hook(workspace);
  const groups = [{ rules: [{ field: "model", operator: "regex", value: "(a" }] }];
  const changed = await gateway.call("PATCH", `/observability/destinations/${id}`, { filter_rules: { groups } });
  expect([changed.status, changed.body.error.message]).toEqual([
    400,
    expect.stringContaining("filter_rules.groups.0.rules.0.value"),
  ]);
});
