import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

let owner: Person;
let member: Person;

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "mia@example.com");
});

/** Creates a workspace with these settings and a key; returns functions that send requests with the key. */
async function workspaceWith(settings: object) {
  const slug = `space-${crypto.randomUUID().slice(0, 8)}`;
  const made = await gateway.call("POST", "/workspaces", { name: slug, slug, ...settings });
  expect(made.status).toBe(201);
  const { key, hash } = await gateway.newKey({ workspace_id: slug });
  const say = async (more: object = {}, by = key) => {
    const body = { model: "local/echo", input: "Hello there", ...more };
    const { headers, status } = await gateway.call("POST", "/responses", body, { key: by });
    expect(status).toBe(200);
    return headers.get("x-generation-id") as string;
  };
  const read = (id: string, by?: string) =>
    gateway.call("GET", `/generation/content?id=${id}`, undefined, by ? { key: by } : {});
  const facts = async (id: string) => (await gateway.call("GET", `/generation?id=${id}`)).body.data.content;
  const set = (changes: object) => gateway.call("PATCH", `/workspaces/${slug}`, changes);
  return { slug, key, hash, say, read, facts, set };
}

const ON = { is_observability_io_logging_enabled: true };

describe("stored content", () => {
  test("is off by default; once turned on, it starts with the next call", async () => {
    const { say, read, facts, set } = await workspaceWith({});
    const before = await say();
    expect(await read(before)).toMatchObject({
      status: 404,
      body: { error: { code: 404, metadata: { reason: "off", retention_days: 30 } } },
    });
    expect(await facts(before)).toEqual({ kept: false, reason: "off", sampling_rate: 1, retention_days: 30 });
    await set(ON);
    const { status, body } = await read(await say());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      input: { prompt: "Hello there" },
      output: { completion: "Hello there" },
    });
    expect((await read(before)).body.error.metadata.reason).toBe("unknown");
    expect(await facts(body.data.id)).toMatchObject({ kept: true, reason: null });
    await set({ is_observability_io_logging_enabled: false });
    expect((await read(await say())).status).toBe(404);
    expect((await read(body.data.id)).status).toBe(200);
  });

  test("is limited to selected keys", async () => {
    const { slug, say, read, set, hash } = await workspaceWith(ON);
    const other = await gateway.newKey({ workspace_id: slug });
    const { id: number } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
    await set({ io_logging_api_key_ids: [number] });
    expect((await read(await say())).status).toBe(200);
    const left = await read(await say({}, other.key));
    expect([left.status, left.body.error.metadata.reason]).toEqual([404, "key"]);
  });

  test("covers only the sampled share of calls", async () => {
    const { say, read } = await workspaceWith({ ...ON, io_logging_sampling_rate: 0.5 });
    const responses = await Promise.all(Array.from({ length: 60 }, async () => read(await say())));
    const kept = responses.filter(({ status }) => status === 200).length;
    // With a share of one half, the chance of fewer than 10 in 60 is one in ten million.
    expect(kept).toBeGreaterThanOrEqual(10);
    expect(kept).toBeLessThanOrEqual(50);
    const reasons = responses.filter(({ status }) => status === 404).map(({ body }) => body.error.metadata.reason);
    expect(new Set(reasons)).toEqual(new Set(["sampling"]));
  });

  test("includes failed calls outside the sample if the workspace wants them, but not with zero data retention", async () => {
    const failing = { ...ON, io_logging_sampling_rate: 0.0001, io_logging_keeps_failed_requests: true };
    const { slug, key, say, read, set } = await workspaceWith(failing);
    expect((await gateway.call("GET", `/workspaces/${slug}`)).body.data.io_logging_keeps_failed_requests).toBe(true);
    const account = { provider: "openai", key: "sk-own-0123456789abcdefghij", declared_zdr: true, workspace_id: slug };
    expect((await gateway.call("POST", "/byok", account)).status).toBe(201);
    const fail = async (more: object = {}) => {
      const body = { model: "openai/gpt-4o-mini", input: "Please fault-400", ...more };
      const { headers, status } = await gateway.call("POST", "/responses", body, { key });
      expect(status).toBe(400);
      return headers.get("x-generation-id") as string;
    };
    const kept = await read(await fail());
    expect(kept.body.data).toMatchObject({ input: { prompt: "Please fault-400" }, error: { status: 400 } });
    expect((await read(await say())).body.error.metadata.reason).toBe("sampling");
    expect((await read(await fail({ provider: { zdr: true } }))).status).toBe(404);
    const other = await gateway.newKey({ workspace_id: slug });
    const { id: number } = (await gateway.call("GET", `/keys/${other.hash}`)).body.data;
    await set({ io_logging_api_key_ids: [number] });
    expect((await read(await fail())).body.error.metadata.reason).toBe("key");
    await set({ io_logging_api_key_ids: null, io_logging_keeps_failed_requests: false });
    expect((await read(await fail())).body.error.metadata.reason).toBe("sampling");
  });

  test("excludes a call that requests zero data retention, but not one with only `store: false`", async () => {
    const { say, read } = await workspaceWith(ON);
    const refused = await read(await say({ provider: { zdr: true } }));
    expect([refused.status, refused.body.error.metadata.reason]).toEqual([404, "unknown"]);
    expect((await read(await say({ store: false, provider: { data_collection: "deny" } }))).status).toBe(200);
  });

  test("contains instructions and turns as messages", async () => {
    const { say, read } = await workspaceWith(ON);
    const turns = [{ role: "user", content: [{ type: "input_text", text: "Hello" }] }];
    const { data } = (await read(await say({ instructions: "Be brief.", input: turns }))).body;
    expect(data.input.messages).toEqual([{ role: "system", content: "Be brief." }, ...turns]);
  });

  test("is deleted together with its workspace", async () => {
    const { slug, say, read, hash } = await workspaceWith(ON);
    const id = await say();
    expect((await read(id)).status).toBe(200);
    await gateway.call("DELETE", `/keys/${hash}`);
    expect((await gateway.call("DELETE", `/workspaces/${slug}`)).status).toBe(200);
    expect((await read(id)).status).toBe(404);
  });
});

describe("stored content can be read by", () => {
  test("the key that made the call and a management key, and no other key", async () => {
    const { slug, key, say, read } = await workspaceWith(ON);
    const other = await gateway.newKey({ workspace_id: slug });
    const stranger = await gateway.newKey();
    const id = await say();
    for (const by of [key, gateway.managementKey]) expect((await read(id, by)).status).toBe(200);
    expect((await read(id, other.key)).status).toBe(403);
    expect((await read(id, stranger.key)).status).toBe(404);
  });

  test("members for calls with their own keys, and owners for all calls", async () => {
    await gateway.call("PATCH", "/workspaces/default", ON);
    const own = await member.call("POST", "/keys", { name: "Mine" });
    expect(own.status).toBe(201);
    const others = await gateway.newKey();
    const idOf = async (key: string) => {
      const { headers } = await gateway.call("POST", "/responses", { model: "local/echo", input: "Hi" }, { key });
      return headers.get("x-generation-id");
    };
    const [mine, theirs] = [await idOf(own.body.key), await idOf(others.key)];
    const read = (person: Person, id: string | null) => person.call("GET", `/generation/content?id=${id}`);
    expect((await read(member, mine)).body.data.input).toEqual({ prompt: "Hi" });
    expect((await read(member, theirs)).status).toBe(404);
    for (const id of [mine, theirs]) expect((await read(owner, id)).status).toBe(200);
  });

  test("nobody without the id", async () => {
    expect((await gateway.call("GET", "/generation/content?id=none")).status).toBe(404);
    expect((await gateway.call("GET", "/generation/content")).status).toBe(400);
  });
});
