import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { openLogSpace } from "./log-space.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

let slug: string;
let owner: Person;
let member: Person;

beforeAll(async () => {
  ({ slug, owner, member } = await openLogSpace(gateway));
  const { key } = await gateway.newKey({ workspace_id: slug });
  const send = (body: object) => gateway.call("POST", "/responses", body, { key });
  await send({ model: "local/echo", input: "hi", user: "anna" });
  const models = ["openai/gpt-4o-mini", "local/echo"];
  expect((await send({ model: models[0], models, input: "fault-500" })).status).toBe(200);
  expect((await send({ model: "openai/gpt-4o-mini", input: "fault-429" })).status).toBe(429);
  expect((await send({ model: "openai/gpt-nothing", input: "hi" })).status).toBe(404);
});

type Row = { generation_id: string; number: number; outcome: string; provider_name: string; cost: number | null };
const get = (search = "", person = owner) =>
  person.call("GET", `/generations/attempts${search}`, undefined, { "x-switchboard-workspace": slug });
const rowsOf = async (search?: string): Promise<Row[]> => (await get(search)).body.data;

describe("the list of attempts", () => {
  test("has each attempt of each request once, newest first", async () => {
    const rows = await rowsOf();
    const requests = (
      await owner.call("GET", "/generations", undefined, { "x-switchboard-workspace": slug })
    ).body.data.filter(({ attempts }: { attempts: number }) => attempts > 0);
    const expected = requests.flatMap(({ id, attempts }: { id: string; attempts: number }) =>
      Array.from({ length: attempts }, (_, index) => `${id} ${attempts - index}`),
    );
    expect(rows.map(({ generation_id: id, number }) => `${id} ${number}`)).toEqual(expected);
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["ok", "429", "5xx"]));
  });

  test("says what each attempt cost", async () => {
    const rows = await rowsOf("?status_class=ok");
    for (const { outcome, cost } of rows) expect([outcome, cost === null || cost === 0]).toEqual([outcome, true]);
  });

  test.each([1, 2, 3])("is read in pages of %d", async (limit) => {
    const all = await rowsOf();
    const seen: Row[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { data: Row[]; cursor: string | null } = (
        await get(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      ).body;
      expect(page.data.length).toBeLessThanOrEqual(limit);
      seen.push(...page.data);
      cursor = page.cursor;
    }
    expect(seen).toEqual(all);
  });

  test.each([
    ["attempt_outcome=5xx", ({ outcome }: Row) => outcome === "5xx"],
    ["attempt_outcome=429", ({ outcome }: Row) => outcome === "429"],
    ["attempt_provider=openai", ({ provider_name: name }: Row) => name === "openai"],
    ["attempt_provider=local&attempt_outcome=ok", ({ provider_name: name }: Row) => name === "local"],
    ["attempt_provider=local&attempt_outcome=5xx", () => false],
  ])("can be filtered by %s, on any page", async (search, matches) => {
    const expected = (await rowsOf()).filter(matches);
    expect(await rowsOf(`?${search}`)).toEqual(expected);
    const first = await get(`?${search}&limit=1`);
    expect(first.body.data).toEqual(expected.slice(0, 1));
    if (first.body.cursor) {
      expect(await rowsOf(`?${search}&cursor=${first.body.cursor}`)).toEqual(expected.slice(1));
    } else expect(expected.length).toBeLessThan(2);
  });

  test("takes the filters of the list of requests", async () => {
    expect(await rowsOf("?external_user=anna")).toHaveLength(1);
    expect(await rowsOf("?start=2020-01-01T00:00:00Z&end=2020-02-01T00:00:00Z")).toEqual([]);
  });

  test.each(["?cursor=abc", "?limit=0", "?attempt_outcome=fine", "?filters=model:eq:a"])(
    "rejects %s",
    async (search) => {
      expect((await get(search)).status).toBe(400);
    },
  );

  test("shows a member only their own, and nothing of another workspace", async () => {
    await member.call("POST", "/responses", { model: "local/echo", input: "mine" });
    await owner.call("POST", "/responses", { model: "local/echo", input: "not theirs" });
    const own = (await member.call("GET", "/generations/attempts")).body.data;
    expect(own).toHaveLength(1);
    expect((await owner.call("GET", "/generations/attempts")).body.data).toHaveLength(2);
    const { key } = await gateway.newKey();
    expect((await gateway.call("GET", "/generations/attempts", undefined, { key })).status).toBe(403);
  });
});
