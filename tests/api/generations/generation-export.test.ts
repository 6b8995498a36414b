import { beforeAll, describe, expect, test } from "vitest";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const MODEL = "openai/gpt-4o-mini";
const FILTERED = "&start=2020-01-01T00:00:00Z&filters=external_user:contains:1,cost:gt:0";

beforeAll(async () => {
  const { key } = await gateway.newKey();
  const users = ["=1+1", "a,b", "plain"];
  for (const user of users) await gateway.call("POST", "/responses", { model: MODEL, input: "hi", user }, { key });
  await gateway.call("POST", "/responses", { model: MODEL, input: "fault-500" }, { key });
  await gateway.call("POST", "/responses", { model: "openai/gpt-nothing", input: "hi" }, { key });
});

type Row = { id: string; cost: number; external_user: string | null; cost_nano_usd: number };
const list = async (search: string): Promise<Row[]> => (await gateway.call("GET", `/generations${search}`)).body.data;
const load = (search: string) => gateway.call("GET", `/generations/export${search}`);
const ndjson = async (search: string): Promise<Row[]> => {
  const { body } = await load(`?format=ndjson${search}`);
  return String(body)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

describe("an export of the logs", () => {
  test.each(["", "&status_class=ok", "&rejection=unknown_model", `&model=${MODEL}`, "&model=none", FILTERED])(
    "contains the rows of the list with the filter %j, with their exact cost",
    async (search) => {
      const listed = await list(`?limit=100${search}`);
      const exported = await ndjson(search);
      expect(exported).toEqual(listed.map((row) => ({ ...row, cost_nano_usd: nanoUsdOf(row.cost) })));
      const { body } = await load(`?format=csv${search}`);
      const [header, ...lines] = String(body).trimEnd().split("\r\n");
      const at = header?.split(",").indexOf("id") as number;
      expect(lines.map((line) => line.split(",")[at])).toEqual(listed.map(({ id }) => id));
    },
  );

  test("is a CSV file that runs no formula", async () => {
    const { status, headers, body } = await load("");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="requests.csv"');
    expect(body).toContain(",'=1+1,");
    expect(body).toContain(',"a,b",');
  });

  test("rejects an unknown format with an error, before any row", async () => {
    expect((await load("?format=xlsx")).status).toBe(400);
  });
});
