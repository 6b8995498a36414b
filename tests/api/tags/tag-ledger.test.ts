import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

type Row = { id: string; tags: string[]; cost_nano_usd: number };

let owner: Person;
let member: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "grace@example.com");
  await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
  const { key } = await gateway.newKey({ name: "Mine" });
  const { key: elsewhere } = await gateway.newKey({ name: "Theirs", workspace_id: "other" });
  const { body } = await member.call("POST", "/keys", { name: "Members" });
  for (const [tags, used] of [
    [["team:search", "env:prod"], key],
    [["team:search"], key],
    [["team:ads", "env:prod"], key],
    [[], key],
    [["team:search"], elsewhere],
    [["team:search"], body.key],
  ] as const)
    await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "Hi there", tags }, { key: used });
});

const START = "start=2020-01-01T00:00:00Z";
const get = async (path: string, person = owner) => (await person.call("GET", path)).body;
const tagsOf = (rows: Row[]) => rows.map(({ tags }) => tags);

describe("the log", () => {
  test.each([
    ["tag=team:search", 3],
    ["tag=team:search,env:prod", 1],
    ["filters=tag:eq:team:search,tag:eq:team:ads", 4],
    ["tag=team:ads&filters=tag:eq:env:prod", 2],
    ["tag=team:search,env:prod&filters=tag:eq:team:ads", 0],
    ["filters=tag:neq:team:search", 2],
    ["filters=tag:contains:SEARCH", 3],
    ["filters=tag:eq:", 1],
    ["filters=tag:neq:", 4],
    ["tag=team", 0],
  ])("%s selects the same rows in the list, the counts, the facets and the export", async (filter, count) => {
    const { data } = await get(`/generations?${START}&${filter}`);
    expect(data).toHaveLength(count);
    expect((await get(`/generations/histogram?${START}&${filter}`)).data.total_count).toBe(count);
    expect((await get(`/generations/facets?${START}&${filter}`)).data.counted.records).toBe(count);
    const exported = String(await get(`/generations/export?format=ndjson&${START}&${filter}`));
    const rows: Row[] = exported
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(tagsOf(rows)).toEqual(tagsOf(data));
  });

  test("counts a row for each of its tags, and those without", async () => {
    const { data } = await get(`/generations/facets?${START}`);
    const { values, distinct_count } = data.facets.find(({ field }: { field: string }) => field === "tag");
    expect(values.map(({ value, count }: { value: string; count: number }) => [value, count])).toEqual([
      ["team:search", 3],
      ["env:prod", 2],
      ["team:ads", 1],
      [null, 1],
    ]);
    expect(distinct_count).toBe(4);
    const models = data.facets.find(({ field }: { field: string }) => field === "model");
    expect(models.values[0].count).toBe(5);
  });

  test("is found by a tag, and exported as CSV with all tags in one cell", async () => {
    const { body } = await owner.call("POST", "/generations/search", { text: "team:ads" });
    expect(body.data).toMatchObject([{ found_in: "tag", generation: { tags: ["team:ads", "env:prod"] } }]);
    const csv = String(await get(`/generations/export?${START}&tag=team:ads`));
    expect(csv.split("\r\n")[0]).toMatch(/,tags$/);
    expect(csv).toContain('"team:ads,env:prod"');
  });

  test("shows members only their own rows, and nobody those of other workspaces", async () => {
    expect((await get("/generations?tag=team:search", member)).data).toHaveLength(1);
    const { data } = await get("/generations/facets", member);
    const facet = data.facets.find(({ field }: { field: string }) => field === "tag");
    expect(facet.values).toMatchObject([{ value: "team:search", count: 1 }]);
    const other = await owner.call("GET", "/generations?tag=team:search", undefined, {
      "x-switchboard-workspace": "other",
    });
    expect(other.body.data).toHaveLength(1);
  });

  test.each(["tag=", "tag=a,,b", "tag=a%20b", `tag=${"x".repeat(129)}`])("rejects %s", async (filter) => {
    expect((await owner.call("GET", `/generations?${filter}`)).status).toBe(400);
  });
});

describe("analytics", () => {
  const query = async (body: object) => {
    const response = await owner.call("POST", "/analytics/query", { metrics: ["requests", "cost"], ...body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body.data.data as Record<string, number | string | null>[];
  };
  const nano = (usd: unknown) => Math.round(Number(usd) * 1e9);
  const sumOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + row.cost_nano_usd, 0);
  const ledger = async (filter: string): Promise<Row[]> =>
    String(await get(`/generations/export?format=ndjson&${START}${filter}`))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  test("by tag, each row has the requests and the cost of the ledger, to the nano-USD", async () => {
    const rows = await query({ dimensions: ["tag"] });
    expect(rows.map(({ tag, requests }) => [tag, requests])).toEqual(
      expect.arrayContaining([
        ["team:search", 3],
        ["env:prod", 2],
        ["team:ads", 1],
        [null, 1],
      ]),
    );
    for (const { tag, cost } of rows) {
      const expected = sumOf(await ledger(tag === null ? "&filters=tag:eq:" : `&tag=${tag}`));
      expect([tag, nano(cost)]).toEqual([tag, expected]);
    }
  });

  test("a total counts a request with two tags once", async () => {
    const [total] = await query({});
    expect([total?.requests, nano(total?.cost)]).toEqual([5, sumOf(await ledger(""))]);
    const both = ["team:search", "env:prod"];
    const [filtered] = await query({ filters: [{ field: "tag", operator: "in", value: both }] });
    const any = await ledger("&filters=tag:eq:team:search,tag:eq:env:prod");
    expect([filtered?.requests, nano(filtered?.cost)]).toEqual([4, sumOf(any)]);
  });

  test.each([
    [{ operator: "eq", value: "env:prod" }, 2],
    [{ operator: "neq", value: "env:prod" }, 2],
    [{ operator: "neq", value: "env:prod", include_unset: true }, 3],
    [{ operator: "eq", value: null }, 1],
    [{ operator: "not_in", value: [null, "team:ads"] }, 3],
  ])("filters by %j", async (filter, requests) => {
    const [row] = await query({ filters: [{ field: "tag", ...filter }] });
    expect(row?.requests).toBe(requests);
  });
});
