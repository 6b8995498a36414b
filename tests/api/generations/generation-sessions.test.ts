import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/people.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { openLogSpace } from "./log-space.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const AGENT = { "user-agent": "claude-cli/2.1.4 (external, cli)", "x-repository": "git@github.com:acme/shop.git" };
const TOOLS = [
  { type: "function", function: { name: "read_thermometer", parameters: { type: "object", properties: {} } } },
];

let slug: string;
let owner: Person;
let member: Person;

beforeAll(async () => {
  ({ slug, owner, member } = await openLogSpace(gateway, { is_observability_io_logging_enabled: true }));
  const { key } = await gateway.newKey({ workspace_id: slug, name: "Agents" });
  const send = (session: string, messages: unknown[], model = "openai/gpt-4o-mini") =>
    gateway.call(
      "POST",
      "/chat/completions",
      { model, messages, tools: TOOLS },
      {
        key,
        headers: { "x-session-id": session, ...AGENT },
      },
    );
  const first = [
    { role: "system", content: "You are an agent" },
    { role: "user", content: "use the tool" },
  ];
  const { body } = await send("work", first);
  const reply = body.choices[0].message;
  const result = { role: "tool", tool_call_id: reply.tool_calls[0].id, content: "42 degrees" };
  await send("work", [...first, reply, result]);
  await send("work", [{ role: "user", content: "fault-500 a title" }]);
  await send("play", first, "local/echo");
  await gateway.call("POST", "/responses", { model: "local/echo", input: "no session" }, { key });
});

const get = (path: string, person = owner) => person.call("GET", path, undefined, { "x-switchboard-workspace": slug });
const idsOf = ({ body }: ApiResult) => body.data.map((one: { session_id: string }) => one.session_id);

describe("the list of sessions", () => {
  test("has each session once, with who, what and how much", async () => {
    const { status, body } = await get("/generations/sessions");
    expect(status).toBe(200);
    expect(body).toMatchObject({ cursor: null, data: [{ session_id: "play" }, { session_id: "work" }] });
    const rows = (await get("/generations?session_id=work")).body.data;
    const sum = (name: string) =>
      rows.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0);
    expect(body.data[1]).toMatchObject({
      agent: "claude-code",
      agent_version: "2.1.4",
      repository: "github.com/acme/shop",
      api_key_name: "Agents",
      api_keys: 1,
      models: ["openai/gpt-4o-mini"],
      requests: 3,
      errors: 1,
      rejected: 0,
      tool_calls: 1,
      tokens_prompt: sum("tokens_prompt"),
      tokens_completion: sum("tokens_completion"),
      started_at: rows.at(-1).created_at,
      last_request_at: rows[0].created_at,
    });
    expect(body.data[1].cost).toBeCloseTo(sum("cost"), 12);
    expect(body.data[1].cost_nano_usd).toBeGreaterThan(0);
    expect(sum("tool_calls")).toBe(1);
  });

  test("is read in pages", async () => {
    const first = await get("/generations/sessions?limit=1");
    const second = await get(`/generations/sessions?limit=1&cursor=${first.body.cursor}`);
    expect([idsOf(first), idsOf(second), second.body.cursor]).toEqual([["play"], ["work"], null]);
  });

  test.each([
    ["agent=claude-code", ["play", "work"]],
    ["agent=codex", []],
    ["repository=github.com/acme/shop&model=local/echo", ["play"]],
    ["status_class=5xx", ["work"]],
    ["session_id=work", ["work"]],
    ["start=2020-01-01T00:00:00Z&filters=repository:contains:ACME,agent:neq:codex", ["play", "work"]],
    ["start=2020-01-01T00:00:00Z&end=2020-02-01T00:00:00Z", []],
  ])("takes the filters of the list of requests: %s", async (search, sessions) => {
    expect(idsOf(await get(`/generations/sessions?${search}`))).toEqual(sessions);
  });

  test.each(["cursor=abc", "limit=0", "filters=agent:eq:a", "start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z"])(
    "rejects %s",
    async (search) => {
      expect((await get(`/generations/sessions?${search}`)).status).toBe(400);
    },
  );

  test("and the requests agree with the facets and the export on agents", async () => {
    const { facets } = (await get("/generations/facets")).body.data;
    const of = (name: string) => facets.find(({ field }: { field: string }) => field === name).values;
    expect(of("agent")).toMatchObject([
      { value: "claude-code", count: 4 },
      { value: null, count: 1 },
    ]);
    expect(of("repository")[0]).toMatchObject({ value: "github.com/acme/shop", count: 4 });
    const csv = String((await get(`/generations/export?workspace_id=${slug}&agent=claude-code`)).body);
    expect(csv.split("\r\n").filter((line) => line.includes("github.com/acme/shop"))).toHaveLength(4);
    const query = { metrics: ["requests"], dimensions: ["agent"], filters: [] };
    const { body } = await owner.call("POST", "/analytics/query", query, { "x-switchboard-workspace": slug });
    expect(body.data.data).toContainEqual({ agent: "claude-code", requests: 4 });
  });
});

describe("a session", () => {
  test("has its requests, oldest first, each with what it adds", async () => {
    const { session, turns } = (await get("/generations/session?session_id=work")).body.data;
    expect(session).toMatchObject({ session_id: "work", requests: 3, errors: 1 });
    const [first, second, title] = turns;
    expect(first).toMatchObject({
      has_content: true,
      generation: { tool_calls: 1 },
      changes: { compared_with: null, kept: 0, added_count: 2 },
    });
    expect(first.output.tool_calls).toHaveLength(1);
    expect(second.changes).toMatchObject({ compared_with: first.generation.id, kept: 2, removed: 0, added_count: 2 });
    expect(second.changes.added[1]).toMatchObject({ role: "tool", content: "42 degrees" });
    expect(title).toMatchObject({ generation: { status_class: "5xx" }, changes: { compared_with: null } });
  });

  test("is compared across pages", async () => {
    const path = "/generations/session?session_id=work&limit=1";
    const first = (await get(path)).body;
    const second = (await get(`${path}&cursor=${first.cursor}`)).body;
    const third = (await get(`${path}&cursor=${second.cursor}`)).body;
    expect(second.data.turns[0].changes).toMatchObject({ compared_with: first.data.turns[0].generation.id, kept: 2 });
    expect([third.data.turns.length, third.cursor]).toEqual([1, null]);
  });

  test("that nobody sent is not found", async () => {
    expect((await get("/generations/session?session_id=none")).status).toBe(404);
    expect((await get("/generations/session")).status).toBe(400);
  });

  test("without stored content still has its requests", async () => {
    const call = { model: "local/echo", input: "hi", session_id: "unstored" };
    await owner.call("POST", "/responses", call);
    const { turns } = (await owner.call("GET", "/generations/session?session_id=unstored")).body.data;
    expect(turns).toMatchObject([{ has_content: false, changes: null, output: null }]);
  });
});

describe("sessions are seen by", () => {
  test("nobody in another workspace, even with the same name", async () => {
    await owner.call("POST", "/responses", { model: "local/echo", input: "hi", session_id: "work" });
    const other = (await owner.call("GET", "/generations/sessions")).body.data;
    expect(other.find((one: { session_id: string }) => one.session_id === "work")).toMatchObject({ requests: 1 });
    expect((await get("/generations/session?session_id=work")).body.data.session.requests).toBe(3);
    expect((await owner.call("GET", "/generations/session?session_id=play")).status).toBe(404);
  });

  test("a member only as far as they are the member's own", async () => {
    const say = (person: Person) =>
      person.call("POST", "/responses", { model: "local/echo", input: "hi", session_id: "shared" });
    await say(member);
    await say(owner);
    const requestsOf = async (person: Person) => {
      const list = (await person.call("GET", "/generations/sessions?session_id=shared")).body.data;
      const one = (await person.call("GET", "/generations/session?session_id=shared")).body.data;
      return [list[0].requests, one.session.requests, one.turns.length];
    };
    expect(await requestsOf(member)).toEqual([1, 1, 1]);
    expect(await requestsOf(owner)).toEqual([2, 2, 2]);
    expect((await member.call("GET", "/generations/session?session_id=work")).status).toBe(404);
  });

  test("no ordinary key", async () => {
    const { key } = await gateway.newKey();
    for (const path of ["/generations/sessions", "/generations/session?session_id=work"])
      expect((await gateway.call("GET", path, undefined, { key })).status).toBe(403);
  });
});
