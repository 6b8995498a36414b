import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ALERT_ENV, alertsOf, make } from "#tests/api/alerts/set-up-alerts.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"], env: ALERT_ENV });

type Line = Record<string, string>;

let workspace: string;

beforeAll(async () => {
  ({ id: workspace } = await make(gateway, "/workspaces", { name: "Charged", slug: "charged" }));
  const { key } = await gateway.newKey({ name: "Mine", workspace_id: "charged" });
  for (const [tags, input] of [
    [["team:search", "env:prod"], "one"],
    [["env:prod", "team:search"], "one two"],
    [["team:ads", "team:search", "nightly"], "one two three"],
    [[], "four"],
  ])
    await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input, tags, user: "anna" }, { key });
});

/** An exact decimal of USD as nano-USD. */
const nano = (usd = "") => {
  const [whole = "", decimals = ""] = usd.split(".");
  return Number(`${whole}${decimals.padEnd(9, "0")}`);
};
const exported = async (format: string): Promise<Line[]> => {
  const { body } = await gateway.call("GET", `/chargeback/export?workspace_id=charged&format=${format}`);
  return parse(String(body), { columns: true }) as Line[];
};
const costOf = async (filter: string): Promise<number> => {
  const path = `/generations/export?format=ndjson&workspace_id=charged${filter}`;
  const lines = String((await gateway.call("GET", path)).body)
    .split("\n")
    .filter(Boolean);
  return lines.reduce((sum, line) => sum + JSON.parse(line).cost_nano_usd, 0);
};

describe("the chargeback report by tag", () => {
  test("charges a request to each of its tags, exactly, and totals count it once", async () => {
    const { body } = await gateway.call("GET", "/chargeback?workspace_id=charged&by=tag");
    const lines = body.data.map((line: Line & { requests: number }) => [line.tag, line.requests, nano(line.cost_usd)]);
    for (const [tag, requests] of [
      ["team:search", 3],
      ["env:prod", 2],
      ["team:ads", 1],
      ["nightly", 1],
    ] as const)
      expect(lines).toContainEqual([tag, requests, await costOf(`&tag=${tag}`)]);
    expect(lines).toContainEqual([null, 1, await costOf("&start=2020-01-01T00:00:00Z&filters=tag:eq:")]);
    expect([lines.length, body.total_count]).toEqual([5, 5]);
    expect([body.totals.requests, nano(body.totals.cost_usd)]).toEqual([4, await costOf("")]);
    const byKey = (await gateway.call("GET", "/chargeback?workspace_id=charged")).body;
    expect(byKey.totals).toEqual(body.totals);
    expect(byKey.data[0]).not.toHaveProperty("tag");
  });

  test("downloads as CSV with the same lines", async () => {
    const { body } = await gateway.call("GET", "/chargeback?workspace_id=charged&by=tag");
    const lines = await exported("tags");
    expect(lines.map(({ tag, cost_usd }) => [tag || null, cost_usd])).toEqual(
      body.data.map((line: Line) => [line.tag, line.cost_usd]),
    );
  });

  test("has the tags of each FOCUS row as an object, and each request in one row", async () => {
    const lines = await exported("focus");
    expect(lines.reduce((sum, line) => sum + nano(line.BilledCost), 0)).toBe(await costOf(""));
    expect(lines.reduce((sum, line) => sum + Number(line.ConsumedQuantity), 0)).toBe(4);
    const tagged = lines.map(({ Tags, ConsumedQuantity }) => [
      Tags ? JSON.parse(Tags) : null,
      Number(ConsumedQuantity),
    ]);
    expect(tagged).toContainEqual([{ env: "prod", team: "search" }, 2]);
    expect(tagged).toContainEqual([{ nightly: true, team: "ads, search" }, 1]);
    expect(tagged).toContainEqual([null, 1]);
  });
});

describe("alert rules", () => {
  const rule = (name: string, params: object) => ({
    name,
    kind: "spend_threshold",
    params: { interval: "monthly", limit_usd: 0.000000001, ...params },
    workspace_id: workspace,
  });

  test("count only the requests with their tag or of their end user", async () => {
    for (const [name, params] of [
      ["tag", { tag: "team:ads" }],
      ["user", { external_user: "anna" }],
      ["both", { tag: "team:search", external_user: "anna" }],
      ["other tag", { tag: "team:none" }],
      ["other user", { external_user: "ben", tag: "team:ads" }],
    ] as const)
      await make(gateway, "/alert-rules", rule(name, params));
    const open = await vi.waitFor(
      async () => {
        const alerts: Line[] = await alertsOf(gateway, workspace);
        expect(alerts).toHaveLength(3);
        return new Map(alerts.map(({ rule_name, message }) => [rule_name, message]));
      },
      { timeout: 30_000, interval: 200 },
    );
    expect([...open.keys()].sort()).toEqual(["both", "tag", "user"]);
    expect(open.get("tag")).toMatch(/^Charged \(tag team:ads\) has spent /);
    expect(open.get("both")).toMatch(/^Charged \(tag team:search, end user anna\) has spent /);
  });

  test("reject a malformed tag, and null removes the scope", async () => {
    const wrong = await gateway.call("POST", "/alert-rules", rule("wrong", { tag: "a b" }));
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining("tag")]);
    const { id } = await make(gateway, "/alert-rules", rule("scoped", { tag: "team:none" }));
    const { body } = await gateway.call("PATCH", `/alert-rules/${id}`, { params: { tag: null } });
    expect(body.data.params).toMatchObject({ tag: null, limit_usd: 0.000000001 });
  });
});
