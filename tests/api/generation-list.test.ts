import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let keys: { key: string; hash: string }[];

beforeAll(async () => {
  keys = [await gateway.newKey(), await gateway.newKey()];
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
}, 60_000);

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

  test.each(["?cursor=abc", "?limit=0", "?limit=101", "?start=yesterday", "?status_class=fine", "?is_byok=perhaps"])(
    "rejects %s",
    async (search) => {
      expect((await list(search)).status).toBe(400);
    },
  );

  test("needs a management key", async () => {
    expect((await list("", keys[0]?.key)).status).toBe(403);
  });
});
