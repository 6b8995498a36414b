import { beforeAll, describe, expect, test } from "vitest";
import { MAX_INVOICE_BYTES } from "#lib/contract/reconciliation.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "openrouter"] });

const GPT = "openai/gpt-4o-mini";
const CLAUDE = "anthropic/claude-sonnet-4.5";
const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

let owner: Person;
let member: Person;

type Row = {
  created_at: string;
  provider_name: string;
  model: string;
  tokens_prompt: number;
  tokens_completion: number;
  tokens_cached: number;
  cost_nano_usd: number;
};
type Sums = { day: string; requests: number; prompt: number; completion: number; cached: number; nanoUsd: number };
type Line = Record<string, unknown> & { date: string; reasons: string[]; agrees: boolean; difference_usd: string };

let gpt: Sums;
let claude: Sums;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "grace@example.com");
  const { key } = await gateway.newKey();
  // Within one UTC day, on which the files' days depend.
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < 30_000) await new Promise((done) => setTimeout(done, leftMs));
  for (const [model, name] of [
    ...[GPT, GPT, GPT].map((model) => [model, "openai"] as const),
    ...[CLAUDE, CLAUDE].map((model) => [model, "anthropic"] as const),
  ]) {
    const body = { model, input: "One two three", provider: { only: [name] } };
    expect((await gateway.call("POST", "/responses", body, { key })).status).toBe(200);
  }
  gpt = await sumsOf(GPT);
  claude = await sumsOf(CLAUDE);
});

/** Sums of the ledger's rows of a model, read through the API. */
async function sumsOf(model: string): Promise<Sums> {
  const { body } = await gateway.call("GET", `/generations/export?format=ndjson&model=${model}`);
  const rows: Row[] = String(body)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    day: (rows[0] as Row).created_at.slice(0, 10),
    requests: rows.length,
    prompt: sum((row) => row.tokens_prompt),
    completion: sum((row) => row.tokens_completion),
    cached: sum((row) => row.tokens_cached),
    nanoUsd: sum((row) => row.cost_nano_usd),
  };
}

async function send(file: string, { search = "", as = owner }: { search?: string; as?: Person } = {}) {
  const form = new FormData();
  form.set("file", new Blob([file]), "export.csv");
  const headers = { cookie: as.cookies(), origin: gateway.url };
  const address = `${gateway.url}/api/v1/reconciliation${search}`;
  const response = await fetch(address, { method: "POST", body: form, headers });
  return { status: response.status, body: await response.json() };
}

const usd = (nanoUsd: number) => (nanoUsd / 1e9).toFixed(9);

const OPENAI_COSTS =
  "start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,quantity,quantity_unit,line_item," +
  "user_id,api_key_id,project_id,organization_id,project_name,organization_name,user_email,api_source";
const cost = (day: string, amount: string, item: string, currency = "usd") =>
  `${Date.parse(day) / 1000},,${day}T00:00:00+00:00,,${amount},${currency},,,"${item}",,,,org-1,,Example,,`;
const OPENAI_USAGE =
  "start_time,end_time,start_time_iso,end_time_iso,project_id,num_model_requests,user_id,api_key_id,model,batch," +
  "service_tier,input_tokens,output_tokens,input_cached_tokens";
const used = ({ day, requests, prompt, completion, cached }: Sums, model = "gpt-4o-mini-2024-07-18") =>
  `0,0,${day}T00:00:00+00:00,,proj,${requests}.0,,,${model},FALSE,default,${prompt}.0,${completion}.0,${cached}.0`;
const file = (header: string, ...lines: string[]) => `\ufeff${[header, ...lines].join("\n")}\n`;

describe("a provider's export", () => {
  test("of OpenAI's costs agrees with the ledger, whatever the parts and however many digits", async () => {
    const half = gpt.nanoUsd / 2;
    const { status, body } = await send(
      file(
        OPENAI_COSTS,
        cost(dayOf(Date.parse(gpt.day) - DAY_MS), "", ""),
        cost(gpt.day, `${(half / 1e9).toFixed(10)}00000000000000000000`, "gpt-4o-mini-2024-07-18, input"),
        cost(gpt.day, (half / 1e9).toFixed(10), "gpt-4o-mini-2024-07-18, output"),
      ),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ format: "openai_costs", provider_name: "openai", from: gpt.day, to: gpt.day });
    expect(body.data).toEqual([
      expect.objectContaining({ date: gpt.day, model: "gpt-4o-mini-2024-07-18", agrees: true, reasons: [] }),
    ]);
    expect(body.totals).toMatchObject({ lines: 1, differing: 0, difference_usd: "0" });
    expect(Number(body.totals.file_usd)).toBe(gpt.nanoUsd / 1e9);
  });

  test("without models is compared by day", async () => {
    const { body } = await send(file(OPENAI_COSTS, cost(gpt.day, usd(gpt.nanoUsd), "")));
    expect(body.data).toEqual([expect.objectContaining({ model: null, agrees: true })]);
  });

  test("of OpenAI's usage agrees in tokens, and states no costs", async () => {
    const { body } = await send(file(OPENAI_USAGE, used(gpt)));
    expect(body).toMatchObject({ format: "openai_usage", totals: { differing: 0, file_usd: null } });
    expect(body.data[0]).toMatchObject({ agrees: true, file: { requests: 3, cost_usd: null }, difference_usd: null });
  });

  test("of Anthropic's costs in cents agrees within their rounding", async () => {
    const header =
      "usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type";
    const line = (type: string, amount: string) =>
      `${claude.day},Claude Sonnet 4.5,Default,key,message,≤ 200k,${type},${amount},${amount},token`;
    const { body } = await send(file(header, line("input_no_cache", "0.00"), line("output", "0.00")));
    expect(body).toMatchObject({ format: "anthropic_costs", provider_name: "anthropic" });
    expect(body.data).toEqual([
      expect.objectContaining({ model: "Claude Sonnet 4.5", agrees: true, reasons: ["rounding"] }),
    ]);
    const { body: wrong } = await send(file(header, line("output", "0.02")));
    expect(wrong.data[0]).toMatchObject({ agrees: false, reasons: ["cost"] });
  });

  test("of Anthropic's usage adds up its kinds of input tokens", async () => {
    const header =
      "usage_date_utc,model_version,api_key,workspace,usage_type,context_window,usage_input_tokens_no_cache," +
      "usage_input_tokens_cache_write_5m,usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens";
    const line = (input: number, cached: number) =>
      `${claude.day},claude-sonnet-4-5-20250929,key,Default,standard,≤ 200k,${input},0,0,${cached},${claude.completion}`;
    const { body } = await send(file(header, line(claude.prompt - claude.cached, claude.cached)));
    expect(body.data).toEqual([expect.objectContaining({ agrees: true, reasons: [] })]);
    const { body: alongside } = await send(file(header, line(claude.prompt, claude.cached + 7)));
    expect(alongside.data[0]).toMatchObject({ agrees: false, reasons: ["cached_tokens"] });
  });

  test("of OpenRouter's activity is compared with its own provider", async () => {
    const header = "Date,Slug,Usage,BYOK Usage,Requests,Prompt Tokens,Completion Tokens,Reasoning Tokens";
    const { body } = await send(
      file(header, `"${gpt.day} 00:00:00","anthropic/claude-opus-4.7","4.5","0","1","9","9","0"`),
    );
    expect(body).toMatchObject({ format: "openrouter_activity", provider_name: "openrouter" });
    expect(body.data).toEqual([
      expect.objectContaining({ agrees: false, reasons: ["missing_in_ledger"], difference_usd: "4.5", ledger: null }),
    ]);
    const rows = "generation_id,created_at,cost_total,tokens_prompt,tokens_completion,tokens_cached,model_permaslug";
    const { body: single } = await send(
      file(rows, `gen-1,${gpt.day} 10:00:00.123,7.5e-07,1,2,0,a/b`, `gen-2,${gpt.day} 10:00:01,0.25,1,2,0,a/b`),
    );
    expect(single.data).toEqual([
      expect.objectContaining({ file: expect.objectContaining({ requests: 2, cost_usd: "0.25000075" }) }),
    ]);
  });
});

describe("a difference is explained", () => {
  const lines = async (...rows: string[]): Promise<Line[]> => (await send(file(OPENAI_COSTS, ...rows))).body.data;

  test("by a day or model that one side lacks", async () => {
    const [first, second] = await lines(cost(gpt.day, "0.5", "gpt-9, input"));
    expect([first, second].map((line) => [line?.model, line?.reasons, line?.agrees])).toEqual([
      ["openai/gpt-4o-mini", ["missing_in_file"], false],
      ["gpt-9", ["missing_in_ledger"], false],
    ]);
    expect(first?.difference_usd).toBe(`-${usd(gpt.nanoUsd)}`.replace(/0+$/, ""));
  });

  test("by a day that ends elsewhere, if two days together agree", async () => {
    const before = dayOf(Date.parse(gpt.day) - DAY_MS);
    const moved = 1_000;
    const [first, second] = await lines(
      cost(before, usd(moved), "gpt-4o-mini, input"),
      cost(gpt.day, usd(gpt.nanoUsd - moved), "gpt-4o-mini, input"),
    );
    expect(first?.reasons).toEqual(["day_boundary", "missing_in_ledger"]);
    expect(second?.reasons).toEqual(["day_boundary", "cost"]);
  });

  test("by requests that the provider did not charge", async () => {
    const [line] = await lines(cost(gpt.day, "0", "gpt-4o-mini, input"));
    expect(line).toMatchObject({ agrees: false, reasons: ["no_charge"] });
  });

  test("by token counts", async () => {
    const { body } = await send(file(OPENAI_USAGE, used({ ...gpt, completion: gpt.completion + 1 })));
    expect(body.data[0]).toMatchObject({ agrees: false, reasons: ["token_counts"] });
  });

  test("by another price, if the tokens agree", async () => {
    await gateway.call("POST", "/responses", { model: GPT, input: "hi", provider: { only: ["openrouter"] } });
    const header = "Date,Slug,Usage,BYOK Usage,Requests,Prompt Tokens,Completion Tokens,Reasoning Tokens";
    const { body: all } = await send(file(header, `${gpt.day} 00:00:00,none/none,1,0,1,1,1,0`));
    const served = (all.data as Line[]).find(({ reasons }) => reasons.includes("missing_in_file"));
    expect(served).toBeDefined();
    const { prompt_tokens, completion_tokens } = (served as Line).ledger as Record<string, number>;
    const line = `${gpt.day} 00:00:00,${served?.model},2,0,1,${prompt_tokens},${completion_tokens},0`;
    const { body } = await send(file(header, line));
    expect(body.data).toEqual([expect.objectContaining({ agrees: false, reasons: ["price"] })]);
  });

  test("by credentials that were not selected", async () => {
    const rows = file(OPENAI_COSTS, cost(gpt.day, usd(gpt.nanoUsd), "gpt-4o-mini, input"));
    const reasons = async (search: string) =>
      (await send(rows, { search })).body.data.map(({ reasons }: Line) => reasons);
    expect(await reasons("?paid_by=gateway")).toEqual([[]]);
    expect(await reasons("?paid_by=byok")).toEqual([["missing_in_ledger"]]);
  });
});

describe("an unusable file is rejected with 400 and the reason", () => {
  test.each([
    ["nothing", "", "The file is empty"],
    ["no CSV", "\u0000\u0001PK\u0003", /^Invalid file: unknown columns/],
    ["unknown columns", "a,b\n1,2\n", "Invalid file: unknown columns (a, b). Supported exports: OpenAI, costs"],
    ["only a header", `${OPENAI_COSTS}\n`, "The file has no records with usage or costs"],
    ["a missing cell", `${OPENAI_USAGE}\n1,2\n`, "Invalid file: line 2: it has more or fewer cells than the header"],
    ["an open quote", `${OPENAI_COSTS}\n"1,2\n`, "a quote is not closed"],
    [
      "a wrong date",
      file(OPENAI_COSTS, cost("2026-02-30", "1", "x")),
      "line 2: start_time_iso: must start with a date",
    ],
    [
      "a wrong amount",
      file(OPENAI_COSTS, cost("2026-02-03", "1,5", "x").replace("1,5", "x5")),
      "amount_value: must be",
    ],
    ["another currency", file(OPENAI_COSTS, cost("2026-02-03", "1", "x", "eur")), "amount_currency: must be usd"],
    ["years", file(OPENAI_COSTS, cost("2024-01-01", "1", "x"), cost("2026-01-01", "1", "x")), "more than 366 days"],
    ["a huge cell", file(OPENAI_COSTS, cost("2026-02-03", "1", "x".repeat(70_000))), "more than 65536 bytes"],
  ])("%s", async (_, content, message) => {
    const { status, body } = await send(content);
    expect([status, body.error?.message]).toEqual([
      400,
      typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
    ]);
  });

  test("too many days and models, before the whole file is in memory", async () => {
    const rows = Array.from({ length: 6_000 }, (_, index) => cost("2026-02-03", "1", `model ${index}x`));
    const { status, body } = await send(file(OPENAI_COSTS, ...rows));
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("more than 5000 days and models")]);
  });

  test("a file above the limit, with 413", async () => {
    const row = cost("2026-02-03", "1", "x");
    const rows = `${row}\n`.repeat(Math.ceil(MAX_INVOICE_BYTES / row.length));
    expect((await send(file(OPENAI_COSTS, rows))).status).toBe(413);
  });

  test("no form", async () => {
    const { status, body } = await owner.call("POST", "/reconciliation", { file: "x" });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("multipart/form-data")]);
  });
});

test("members cannot reconcile, and another workspace's requests are not compared", async () => {
  const rows = file(OPENAI_COSTS, cost(gpt.day, usd(gpt.nanoUsd), "gpt-4o-mini, input"));
  expect((await send(rows, { as: member })).status).toBe(403);
  await owner.call("POST", "/workspaces", { name: "Other", slug: "other" });
  const { body } = await send(rows, { search: "?workspace_id=other" });
  expect(body.data[0].reasons).toEqual(["missing_in_ledger"]);
  expect((await send(rows, { search: "?workspace_id=none" })).status).toBe(404);
});
