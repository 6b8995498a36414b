import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { makePdf, showOperators } from "#tests/support/documents.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, recordOf, saying } from "../calling.ts";
import { callsThenText } from "./asking.ts";

const upstream = sharedUpstream();
const library = sharedUpstream();
const postgres = sharedPostgres();
const env = () => ({ OPENAI_API_KEY: "key-of-openai", OPENAI_BASE_URL: `${library.url}/openai/v1` });
const small = sharedGateway(() => ({ upstream, providers: ["google"], env: env() }));
const large = sharedGateway(() => ({
  upstream,
  providers: ["google"],
  env: { ...env(), DATABASE_URL: postgres.url },
}));

const MODEL = "google/gemini-2.5-flash";
const tool = (more: Body = {}) => ({
  tools: [{ type: "switchboard:file_search", parameters: { model: "openai/text-embedding-3-small", ...more } }],
});
const result = () => upstream.requests.at(-1)?.raw.toString() ?? "";

async function upload(gateway: TestGateway, name: string, bytes: string | Uint8Array, key = gateway.managementKey) {
  const form = new FormData();
  form.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const response = await fetch(`${gateway.url}/api/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

function search(gateway: TestGateway, query: string, more: Body = {}, dialect: DialectName = "chat", key?: string) {
  callsThenText(upstream, "Found.", [{ name: "file_search", arguments: { query } }]);
  return post(gateway, dialect, saying(dialect, MODEL, "Search.", tool(more)), key ? { key } : {});
}

// The embedded database has pgvector; this PostgreSQL does not.
describe.each([
  ["by pgvector", () => small],
  ["compared in the process", () => large],
])("%s", (_, of) => {
  test("finds passages by meaning, indexes a file once, and forgets deleted files", async () => {
    const gateway = of();
    const bread = await upload(gateway, "bread.txt", "Sourdough bread rests overnight in a cool kitchen.");
    const report = await upload(
      gateway,
      "report.pdf",
      makePdf({ pages: [showOperators("Quarterly revenue grew in Norway")] }),
    );
    const { headers, text } = await search(gateway, "sourdough bread overnight", { max_results: 1 });
    expect(JSON.parse(text).choices[0].message.server_tool_calls[0].error).toBeNull();
    expect(result()).toContain(bread);
    expect(result()).not.toContain(report);
    // Two files and the query.
    expect(library.requests.map(({ path }) => path)).toEqual(Array(3).fill("/openai/v1/embeddings"));
    const record = await recordOf(gateway, headers);
    expect(record.cost_proof.holds).toBe(true);
    const lines = record.cost_proof.lines.filter(({ model }: Event) => model === "text-embedding-3-small");
    expect(lines).toHaveLength(3);

    library.reset();
    await search(gateway, "revenue in Norway", { max_results: 1 });
    expect(result()).toContain("report.pdf");
    expect(library.requests).toHaveLength(1);

    // The same bytes under another name need no new vectors.
    library.reset();
    const copy = await upload(gateway, "copy.txt", "Sourdough bread rests overnight in a cool kitchen.");
    await search(gateway, "sourdough bread overnight", { file_ids: [copy] });
    expect(result()).toContain("copy.txt");
    expect(result()).not.toContain("bread.txt");
    expect(library.requests).toHaveLength(1);

    for (const id of [bread, copy, report]) await gateway.call("DELETE", `/files/${id}`);
    await search(gateway, "sourdough bread overnight");
    expect(result()).toContain("No results");
  });

  test("never shows another workspace's files", async () => {
    const gateway = of();
    const made = await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
    const { key } = await gateway.newKey({ workspace_id: made.body.data.id });
    const id = await upload(gateway, "secret.txt", "The secret recipe of the house");
    await search(gateway, "secret recipe", { file_ids: [id] }, "messages", key);
    expect(result()).toContain("No results");
    await gateway.call("DELETE", `/files/${id}`);
  });
});

test("a file without text is not a result, and failed embeddings are an error for the model", async () => {
  const id = await upload(small, "data.json", "{}");
  library.script({ fault: { status: 401 } });
  const { text } = await search(small, "anything", { file_ids: [id] });
  expect(JSON.parse(text).choices[0].message.server_tool_calls[0]).toMatchObject({ output: null });
});

test("a text that is cut within a character, and lines of JSON, can be found", async () => {
  const smileys = await upload(small, "smileys.txt", `x${"😀".repeat(4_000)} sourdough`);
  const lines = await upload(small, "lines.jsonl", '{"a":"sourdough starter"}\n{"a":"rye"}\n');
  const { text } = await search(small, "sourdough starter", { file_ids: [smileys, lines] });
  expect(JSON.parse(text).choices[0].message.server_tool_calls[0].error).toBeNull();
  expect(result()).toContain("smileys.txt");
  expect(result()).toContain("sourdough starter");
  for (const id of [smileys, lines]) await small.call("DELETE", `/files/${id}`);
});

test("a missing embeddings model is a 400", async () => {
  const more = { tools: [{ type: "switchboard:file_search" }] };
  const { status, text } = await post(small, "chat", saying("chat", MODEL, "Search.", more));
  expect(status).toBe(400);
  expect(text).toContain("tools[0].parameters.model");
});
