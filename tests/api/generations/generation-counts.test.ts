import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { openLogSpace } from "./log-space.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

let slug: string;
let key: string;
let owner: Person;
let member: Person;

beforeAll(async () => {
  ({ slug, owner, member } = await openLogSpace(gateway));
  ({ key } = await gateway.newKey({ workspace_id: slug, name: "Birds" }));
  for (const user of ["anna", "ben", "anna"]) await say({ user });
  await say({ user: "heron-watcher", prompt_cache_key: "session-9" });
  await say({ input: "fault-500", model: "openai/gpt-4o-mini" });
});

async function say(more: object): Promise<string> {
  const body = { model: "local/echo", input: "Hello there", ...more };
  const { headers } = await gateway.call("POST", "/responses", body, { key });
  return headers.get("x-generation-id") as string;
}

type Row = { id: string; status_class: string; model: string; external_user: string | null; cost: number };
const get = (path: string) => owner.call("GET", path, undefined, { "x-switchboard-workspace": slug });
const START = "start=2020-01-01T00:00:00Z";

describe("the counts of the logs", () => {
  test.each([
    ["", 5],
    ["&filters=model:contains:ECHO", 4],
    ["&status_class=5xx", 1],
    ["&filters=external_user:eq:anna", 2],
    ["&model=none", 0],
  ])("the histogram, the list, the facets and the export agree with the filter %j", async (filter, count) => {
    const rows: Row[] = (await get(`/generations?limit=100&${START}${filter}`)).body.data;
    const { data: histogram } = (await get(`/generations/histogram?${START}${filter}`)).body;
    const { data: facets } = (await get(`/generations/facets?${START}${filter}`)).body;
    const exported = String(
      (await get(`/generations/export?format=ndjson&workspace_id=${slug}&${START}${filter}`)).body,
    );
    expect([rows.length, histogram.total_count]).toEqual([count, count]);
    expect(exported.split("\n").filter(Boolean)).toHaveLength(rows.length);
    expect(facets.counted).toMatchObject({ records: rows.length, is_complete: true });
    const counts: Record<string, number> = {};
    for (const { time: _, ...bucket } of histogram.buckets) {
      for (const [name, count] of Object.entries(bucket)) counts[name] = (counts[name] ?? 0) + (count as number);
    }
    for (const [name, count] of Object.entries(counts)) {
      expect([name, count]).toEqual([name, rows.filter((row) => row.status_class === name).length]);
    }
    const models = facets.facets.find((one: { field: string }) => one.field === "model");
    for (const { value, count } of models.values) {
      expect([value, count]).toEqual([value, rows.filter((row) => row.model === value).length]);
    }
  });

  test("a bucket that is clicked selects the rows it counts", async () => {
    const { data } = (await get("/generations/histogram?buckets=10")).body;
    const [bucket] = data.buckets.filter((one: { ok: number }) => one.ok > 0);
    const end = new Date(Date.parse(bucket.time) + data.bucket_seconds * 1000).toISOString();
    const { body } = await get(`/generations?limit=100&status_class=ok&start=${bucket.time}&end=${end}`);
    expect(body.data).toHaveLength(bucket.ok);
    expect(data.buckets.length).toBeLessThanOrEqual(10);
  });

  test("the facets name keys", async () => {
    const { data } = (await get("/generations/facets")).body;
    const keys = data.facets.find((one: { field: string }) => one.field === "api_key_hash");
    expect(keys.values).toMatchObject([{ label: "Birds", count: 5 }]);
  });

  test.each(["histogram?buckets=0", "histogram?buckets=501", "histogram?filters=a", "facets?filters=cost:contains:1"])(
    "rejects %s",
    async (path) => {
      expect((await get(`/generations/${path}`)).status).toBe(400);
    },
  );

  test("an end before the start is rejected", async () => {
    const range = "start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z";
    expect((await get(`/generations/histogram?${range}`)).status).toBe(400);
    expect((await get(`/generations/facets?${range}`)).status).toBe(400);
  });

  test("a member counts only their own requests", async () => {
    await member.call("POST", "/responses", { model: "local/echo", input: "the member's own words" });
    const { body } = await member.call("GET", "/generations");
    const { data } = (await member.call("GET", "/generations/histogram")).body;
    expect([data.total_count, body.data.length]).toEqual([1, 1]);
    const facets = (await member.call("GET", "/generations/facets")).body.data;
    expect(facets.counted.records).toBe(1);
  });
});
