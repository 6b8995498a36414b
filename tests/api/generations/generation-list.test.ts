import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let keys: { key: string; hash: string }[];

beforeAll(async () => {
  keys = [await gateway.newKey(), await gateway.newKey({ name: "Second, key%" })];
  for (let index = 0; index < 7; index++) {
    const { key } = keys[index % 2] as { key: string };
    await gateway.call("POST", "/responses", { model: "local/echo", input: "hi", user: `user-${index}` }, { key });
  }
  await gateway.call(
    "POST",
    "/responses",
    { model: "openai/gpt-4o-mini", input: "fault-500" },
    { key: keys[0]?.key as string },
  );
});

type Row = { id: string; created_at: string; api_key_hash: string; external_user: string; status_class: string };
const list = async (search = "", key?: string) =>
  gateway.call("GET", `/generations${search}`, undefined, key ? { key } : {});

describe("the list of calls", () => {
  test("contains every call once, newest first, for any page size", async () => {
    const all = (await list()).body;
    expect(all.cursor).toBeNull();
    const times = all.data.map((row: Row) => row.created_at);
    expect(times).toEqual([...times].sort().reverse());
    for (const limit of [1, 3, 100]) {
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: { data: Row[]; cursor: string | null } = (
          await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
        ).body;
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.cursor;
      }
      expect(seen).toEqual(all.data.map((row: Row) => row.id));
    }
  });

  test("can be filtered", async () => {
    const rows = async (search: string): Promise<Row[]> => (await list(search)).body.data;
    expect(await rows(`?api_key_hash=${keys[1]?.hash}`)).toHaveLength(3);
    expect(await rows("?external_user=user-4")).toHaveLength(1);
    expect(await rows("?model=local/echo")).toHaveLength(7);
    expect(await rows("?status_class=ok&provider=local&is_byok=false")).toHaveLength(7);
    expect(await rows("?model=local/ech")).toHaveLength(0);
    const [newest, second] = (await rows("")) as [Row, Row];
    expect(await rows(`?start=${newest.created_at}`)).toHaveLength(1);
    expect((await rows(`?end=${newest.created_at}`))[0]?.id).toBe(second.id);
  });

  const SINCE = "?limit=100&start=2020-01-01T00:00:00Z";
  const filtered = async (filters: string) => {
    const { status, body } = await list(`${SINCE}&filters=${encodeURIComponent(filters)}`);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body.data as Row[];
  };

  test.each([
    ["model:contains:ECHO", 7],
    ["model:contains:e_ho", 0],
    ["model:neq:local/echo", 1],
    ["api_key_name:contains:second", 3],
    ["api_key_name:eq:Second%2C key%25", 3],
    ["api_key_name:neq:Second%2C key%25", 5],
    ["external_user:contains:ser-", 7],
    ["external_user:eq:", 1],
    ["external_user:neq:", 7],
    ["external_user:eq:user-1,external_user:eq:user-2", 2],
    ["external_user:eq:user-1,external_user:eq:", 2],
    ["external_user:eq:user-1,model:eq:openai/gpt-4o-mini", 0],
    ["external_user:neq:user-1,external_user:neq:user-2", 6],
    ["finish_reason:contains:sto", 7],
    ["error:contains:a", 1],
    ["status:gte:500", 1],
    ["status:eq:200.5", 0],
    ["status_class:neq:ok", 1],
    ["cost:gt:0", 0],
    ["cost:lte:0", 8],
    ["tokens_prompt:gt:0", 7],
    ["generation_time:gte:0", 8],
    ["latency:lt:999999", 7],
    ["latency:eq:", 1],
    ["http_referer:eq:", 8],
    ["dialect:eq:responses", 8],
  ])("takes the filters %s", async (filters, count) => {
    expect(await filtered(filters)).toHaveLength(count);
  });

  test("another parameter is one of several values to match", async () => {
    const { body } = await list(`${SINCE}&external_user=user-1&filters=external_user:eq:user-2`);
    expect(body.data.map((row: Row) => row.external_user).sort()).toEqual(["user-1", "user-2"]);
  });

  test.each([
    ["cost:contains:1", "cost accepts eq, neq, gt, gte, lt, lte"],
    ["model:gt:1", "model accepts eq, neq, contains"],
    ["model:matches:.*", "model accepts eq, neq, contains"],
    ["color:eq:red", "must be field:operator:value"],
    ["model", "must be field:operator:value"],
    ["cost:gt:cheap", "cost requires a number"],
    ["cost:gt:-1", "cost requires a number"],
    ["cost:gt:", "gt requires a value"],
    ["status:eq:0x10", "status requires a number"],
    [Array(21).fill("model:eq:a").join(","), "at most 20 filters"],
    [`model:eq:${"a".repeat(257)}`, "longer than 256"],
  ])("rejects the filters %s and says why", async (filters, reason) => {
    const { status, body } = await list(`${SINCE}&filters=${encodeURIComponent(filters)}`);
    expect(status).toBe(400);
    expect(body.error.message).toContain(reason);
  });

  test("requires a time range with filters", async () => {
    const { status, body } = await list("?filters=model:contains:a");
    expect([status, body.error.message]).toEqual([400, "Invalid query: start: required with filters"]);
  });

  test("can be limited to requests that finished after a time, whenever they started", async () => {
    const all: (Row & { generation_time: number })[] = (await list()).body.data;
    const endOf = (row: (typeof all)[number]) => Date.parse(row.created_at) + row.generation_time;
    for (const row of all) {
      const found: Row[] = (await list(`?finished_after=${new Date(endOf(row)).toISOString()}`)).body.data;
      expect(found.map(({ id }) => id)).toEqual(all.filter((other) => endOf(other) >= endOf(row)).map(({ id }) => id));
    }
  });

  test.each([
    "?cursor=abc",
    "?limit=0",
    "?limit=101",
    "?start=yesterday",
    "?finished_after=now",
    "?status_class=fine",
    "?is_byok=perhaps",
  ])("rejects %s", async (search) => {
    expect((await list(search)).status).toBe(400);
  });

  test("needs a management key", async () => {
    expect((await list("", keys[0]?.key)).status).toBe(403);
  });
});
