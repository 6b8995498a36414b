import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const MODEL = "openai/gpt-4o-mini";
const THIS_MONTH = new Date().toISOString().slice(0, 7);
/** Up to two months, should the month end during the tests. */
const months = () => [...new Set([THIS_MONTH, new Date().toISOString().slice(0, 7)])];

let owner: Person;
let member: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "grace@example.com");
  await owner.call("POST", "/workspaces", { name: "=Research, Team", slug: "research" });
  await owner.call("POST", "/workspaces/research/members/add", { user_ids: [member.id] });
  const research = { "x-switchboard-workspace": "research" };
  const credential = { provider: "openai", key: "sk-customer", name: "Own key" };
  const own = await owner.call("POST", "/byok", credential, research);
  if (own.status !== 201) throw new Error(JSON.stringify(own.body));
  for (const [caller, name] of [
    [owner, "web"],
    [member, "+notebook"],
  ] as const) {
    const { body } = await caller.call("POST", "/keys", { name });
    for (const input of ["one", "two two two", "fault-500"])
      await gateway.call("POST", "/responses", { model: MODEL, input }, { key: body.key });
  }
  const { body } = await member.call("POST", "/keys", { name: "research" }, research);
  await gateway.call("POST", "/responses", { model: MODEL, input: "three" }, { key: body.key });
  await owner.call("POST", "/responses", { model: MODEL, input: "from the console" });
  await gateway.call("POST", "/responses", { model: "openai/gpt-nothing", input: "hi" });
});

type Line = Record<string, string>;
type Ledger = { cost_nano_usd: number; is_byok: boolean; rejection: unknown; api_key_hash: string | null };

const report = async (search = "", call: typeof gateway.call = gateway.call) =>
  (await call("GET", `/chargeback?limit=100${search}`)).body;
const exported = async (search: string): Promise<Line[]> => {
  const parts = [];
  for (const month of months()) {
    const { body } = await gateway.call("GET", `/chargeback/export?month=${month}${search}`);
    parts.push(...(parse(String(body), { columns: true }) as Line[]));
  }
  return parts;
};
const ledger = async (): Promise<Ledger[]> => {
  const rows = [];
  for (const slug of ["default", "research"]) {
    const { body } = await gateway.call("GET", `/generations/export?format=ndjson&workspace_id=${slug}`);
    for (const line of String(body).split("\n").filter(Boolean)) rows.push(JSON.parse(line));
  }
  return rows;
};
/** An exact decimal of USD as nano-USD. */
const nano = (usd: string | undefined): bigint => {
  const [, sign, whole, decimals = ""] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(usd as string) as unknown as string[];
  return BigInt(`${sign}${whole}${decimals.padEnd(9, "0")}`);
};
const total = (lines: readonly Line[], column: string) => lines.reduce((sum, line) => sum + nano(line[column]), 0n);
const paidBy = (rows: readonly Ledger[], isByok: boolean) =>
  rows.filter((row) => row.is_byok === isByok).reduce((sum, row) => sum + BigInt(row.cost_nano_usd), 0n);

describe("the chargeback report", () => {
  test("adds up to the ledger, to the nano-USD: as JSON, CSV and FOCUS", async () => {
    const rows = await ledger();
    const expected = { cost: paidBy(rows, false), byok: paidBy(rows, true) };
    expect(expected.cost).toBeGreaterThan(0n);
    expect(expected.byok).toBeGreaterThan(0n);
    const { totals, data, total_count } = await report();
    expect({ cost: nano(totals.cost_usd), byok: nano(totals.byok_cost_usd) }).toEqual(expected);
    expect(totals.requests).toBe(rows.filter(({ rejection }) => !rejection).length);
    expect(total_count).toBe(data.length);
    const csv = await exported("&format=csv");
    expect({ cost: total(csv, "cost_usd"), byok: total(csv, "byok_cost_usd") }).toEqual(expected);
    const focus = await exported("&format=focus");
    expect(total(focus, "BilledCost")).toBe(expected.cost);
    expect(total(focus, "EffectiveCost")).toBe(expected.cost + expected.byok);
  });

  test("has a line for each workspace, member and key, with their names", async () => {
    const { data, month, is_complete } = await report();
    expect([month, is_complete]).toEqual([months().at(-1), false]);
    const named = data.map((line: Line) => [line.workspace_name, line.user_email, line.api_key_name, line.requests]);
    expect(new Set(named)).toEqual(
      new Set([
        ["Default", "ada@example.com", "web", 3],
        ["Default", "grace@example.com", "+notebook", 3],
        ["Default", "ada@example.com", null, 1],
        ["=Research, Team", "grace@example.com", "research", 1],
      ]),
    );
    const costs = data.map(({ cost_usd }: { cost_usd: string }) => Number(cost_usd));
    expect(costs).toEqual(costs.toSorted((a: number, b: number) => b - a));
  });

  test("runs no formula in a spreadsheet, and its amounts are numbers", async () => {
    const csv = await exported("&format=csv");
    expect(csv.map(({ workspace_name }) => workspace_name)).toContain("'=Research, Team");
    expect(csv.map(({ api_key_name }) => api_key_name)).toContain("'+notebook");
    for (const line of csv) expect(line.cost_usd).toMatch(/^\d+(\.\d{1,9})?$/);
  });

  test("of one workspace has only its lines, and a page only its part of them", async () => {
    const one = await report("&workspace_id=research");
    expect(one.data).toHaveLength(1);
    expect(one.totals.byok_cost_usd).toBe(one.data[0].byok_cost_usd);
    const { body } = await gateway.call("GET", "/chargeback?limit=1&offset=1");
    expect([body.data.length, body.total_count]).toEqual([1, 4]);
    expect(body.totals).toEqual((await report()).totals);
  });

  test("shows a member only their own requests", async () => {
    const { data, totals } = await report("", member.call as typeof gateway.call);
    expect(new Set(data.map(({ user_id }: Line) => user_id))).toEqual(new Set([member.id]));
    expect(totals.requests).toBe(4);
    const { body } = await member.call("GET", "/chargeback/export?format=focus");
    const lines = parse(String(body), { columns: true }) as Line[];
    expect(new Set(lines.map(({ x_UserId }) => x_UserId))).toEqual(new Set([member.id]));
  });

  test("of a month without requests is empty", async () => {
    const { data, totals, is_complete } = await report("&month=2024-02");
    expect([data, totals.cost_usd, is_complete]).toEqual([[], "0", true]);
    const { body, headers } = await gateway.call("GET", "/chargeback/export?month=2024-02&format=focus");
    expect(String(body).trimEnd().split("\r\n")).toHaveLength(1);
    expect(headers.get("content-disposition")).toBe('attachment; filename="chargeback-2024-02-focus.csv"');
  });

  test.each([
    ["month=2026-13", 400],
    ["month=november", 400],
    ["workspace_id=nowhere", 404],
  ])("rejects %s", async (search, status) => {
    for (const path of ["/chargeback", "/chargeback/export"])
      expect((await gateway.call("GET", `${path}?${search}`)).status).toBe(status);
  });
});

// The rules of https://focus.finops.org/focus-specification/v1-2 for the columns of the file.
describe("the FOCUS 1.2 file", () => {
  const MANDATORY = [
    ...["BilledCost", "BillingAccountId", "BillingAccountName", "BillingCurrency", "BillingPeriodEnd"],
    ...["BillingPeriodStart", "ChargeCategory", "ChargeClass", "ChargeDescription", "ChargePeriodEnd"],
    ...["ChargePeriodStart", "ContractedCost", "EffectiveCost", "InvoiceIssuerName", "ListCost", "PricingQuantity"],
    ...["PricingUnit", "ProviderName", "PublisherName", "ServiceCategory", "ServiceName"],
  ];
  const NULLABLE = [
    "Tags",
    "ChargeClass",
    "ResourceId",
    "ResourceName",
    "ResourceType",
    "x_UserId",
    "x_UserName",
    "x_UserEmail",
  ];
  const NUMERIC = /^-?\d+(\.\d+)?$/;
  const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

  let lines: Line[];
  beforeAll(async () => {
    lines = await exported("&format=focus");
  });

  test("has the 21 mandatory columns, and its own ones last with the prefix x_", () => {
    const columns = Object.keys(lines[0] as Line);
    expect(MANDATORY).toHaveLength(21);
    expect(columns).toEqual(expect.arrayContaining(MANDATORY));
    const own = columns.filter((column) => column.startsWith("x_"));
    expect(columns.slice(-own.length)).toEqual(own);
    for (const column of columns) expect(column).toMatch(/^(x_)?([A-Z][a-z]+)+$/);
  });

  test("has a value in every cell that must not be null, in the format of its column", () => {
    for (const line of lines) {
      for (const [column, value] of Object.entries(line)) {
        if (!NULLABLE.includes(column)) expect([column, value.trim()]).not.toEqual([column, ""]);
        if (/Cost$|Quantity$/.test(column)) expect([column, value]).toEqual([column, expect.stringMatching(NUMERIC)]);
        if (/Period(Start|End)$/.test(column)) expect([column, value]).toEqual([column, expect.stringMatching(TIME)]);
      }
      expect(line).toMatchObject({ BillingCurrency: "USD", ChargeCategory: "Usage", ChargeClass: "" });
      expect(line).toMatchObject({ ServiceCategory: "AI and Machine Learning", ServiceSubcategory: "Generative AI" });
      expect([line.ResourceId, line.ResourceName, line.ResourceType].filter(Boolean).length % 3).toBe(0);
    }
  });

  test("has periods that contain their charges: one UTC day in one month", () => {
    const at = (line: Line, column: string) => Date.parse(line[column] as string);
    for (const line of lines) {
      expect(at(line, "ChargePeriodEnd") - at(line, "ChargePeriodStart")).toBe(86_400_000);
      expect(at(line, "BillingPeriodStart")).toBeLessThanOrEqual(at(line, "ChargePeriodStart"));
      expect(at(line, "BillingPeriodEnd")).toBeGreaterThanOrEqual(at(line, "ChargePeriodEnd"));
    }
  });

  test("bills nothing for what a provider charges to the customer's own key, and says who invoices it", () => {
    const [byok = [], paid = []] = [lines.filter(isByok), lines.filter((line) => !isByok(line))];
    expect(byok.length).toBeGreaterThan(0);
    for (const line of byok) expect(line).toMatchObject({ BilledCost: "0", InvoiceIssuerName: "OpenAI" });
    for (const line of paid) expect(line).toMatchObject({ InvoiceIssuerName: "Organization", ProviderName: "OpenAI" });
    for (const line of paid) expect(line.BilledCost).toBe(line.EffectiveCost);
    for (const line of lines) expect(line).toMatchObject({ SkuId: `${MODEL}@openai`, PublisherName: "openai" });
  });
});

function isByok(line: Line): boolean {
  return line.x_IsByok === "true";
}
