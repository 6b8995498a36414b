import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { searchVariables } from "#tests/support/upstream/search/endpoints.ts";
import { post, recordOf, saying } from "../calling.ts";
import { callsThenText, searchCall, withSearch } from "./asking.ts";

const upstream = sharedUpstream();
const engines = sharedUpstream();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "anthropic", "google", "groq"],
  env: searchVariables(engines.url),
}));

const GROQ = "openai/gpt-oss-120b";
const MODEL = "openai/gpt-4o-mini";

describe("the place where a search runs", () => {
  test("is a provider with its own search if the request needs it", async () => {
    const body = saying("responses", "openai/gpt-5-mini", "How long?", { tools: [{ type: "web_search" }] });
    await post(gateway, "responses", body);
    expect(upstream.requests[0]?.body).toHaveProperty("tools", [{ type: "web_search" }]);
    expect(engines.requests).toEqual([]);
  });

  test.each([
    ["responses", { tools: [{ type: "web_search", filters: { allowed_domains: ["bakery.example"] } }] }],
    ["messages", { tools: [{ type: "web_search_20250305", name: "web_search", allowed_domains: ["bakery.example"] }] }],
    ["chat", { tools: [{ type: "openrouter:web_search" }] }],
  ] as const)("is the first engine for %s at a provider without a search", async (dialect, more) => {
    callsThenText(upstream, "Overnight.", searchCall("bread"));
    const { headers } = await post(gateway, dialect, saying(dialect, GROQ, "How long?", { ...more, max_tokens: 100 }));
    expect(engines.requests.map(({ path }) => path)).toEqual(["/exa/search"]);
    expect((await recordOf(gateway, headers)).steps).toHaveLength(2);
  });

  test.each([
    ["chat", MODEL, "web_search"],
    ["responses", "anthropic/claude-sonnet-4.5", "web_search_20250305"],
    ["messages", "google/gemini-2.5-flash", "googleSearch"],
  ] as const)("is the provider for `native` (%s at %s)", async (dialect, model, name) => {
    const { status, headers } = await post(
      gateway,
      dialect,
      saying(dialect, model, "How long?", { ...withSearch({ engine: "native" }), max_tokens: 100 }),
    );
    expect(status).toBe(200);
    expect(upstream.requests[0]?.raw.toString()).toContain(name);
    expect(engines.requests).toEqual([]);
    expect((await recordOf(gateway, headers)).cost_proof.holds).toBe(true);
  });

  test("a setting that an engine does not support is listed as dropped", async () => {
    callsThenText(upstream, "Overnight.");
    const more = withSearch({ engine: "exa", search_context_size: "low", user_location: { country: "DE" } });
    const { headers } = await post(gateway, "chat", saying("chat", MODEL, "How long?", more));
    expect((await recordOf(gateway, headers)).notes).toEqual([
      "tools[0].user_location: dropped",
      "tools[0].search_context_size: dropped",
    ]);
  });

  test.each([
    ["exa", "fast", "type"],
    ["parallel", "advanced", "mode"],
  ])("a mode of %s is sent only to that engine", async (engine, mode, field) => {
    callsThenText(upstream, "Overnight.", searchCall("bread"));
    await post(gateway, "chat", saying("chat", MODEL, "How long?", withSearch({ engine, mode })));
    expect(engines.requests.at(-1)?.body).toHaveProperty(field, mode);
    for (const other of ["tavily", "native"]) {
      callsThenText(upstream, "Overnight.");
      const { headers } = await post(
        gateway,
        "chat",
        saying("chat", MODEL, "Hi.", withSearch({ engine: other, mode })),
      );
      expect((await recordOf(gateway, headers)).notes).toEqual(["tools[0].mode: dropped"]);
    }
  });

  test("a separately priced mode and a search of X are a 400 that lists valid values", async () => {
    const ask = (more: Body) => post(gateway, "chat", saying("chat", MODEL, "Hi.", more));
    for (const more of [withSearch({ mode: "deep" }), { plugins: [{ id: "web", mode: "deep" }] }]) {
      const { status, text } = await ask(more);
      expect(status).toBe(400);
      expect(text).toMatch(/mode.*auto or fast \(Exa\), or basic or advanced \(Parallel\)/);
    }
    for (const more of [withSearch({ x_search: {} }), { plugins: [{ id: "web", x_search: {} }] }]) {
      const { status, text } = await ask(more);
      expect(status).toBe(400);
      expect(text).toMatch(/x_search.*Valid settings are engine, max_results/);
    }
  });

  test("an unknown engine or setting is a 400 that names the field", async () => {
    const ask = (more: Body) => post(gateway, "chat", saying("chat", MODEL, "Hi.", more));
    const { status, text } = await ask(withSearch({ engine: "altavista" }));
    expect(status).toBe(400);
    expect(text).toContain("tools[0].parameters.engine");
    expect(text).toContain("searxng");
    expect((await ask(withSearch({ depth: 3 }))).text).toContain("tools[0].parameters");
    expect((await ask({ plugins: [{ id: "web", engine: "altavista" }] })).status).toBe(400);
  });
});

describe("without a search engine", () => {
  const bare = sharedGateway(() => ({ upstream, providers: ["groq"] }));

  test.each([withSearch(), { plugins: [{ id: "web" }] }])("%o is dropped, and the log says so", async (more) => {
    const { status, headers } = await post(bare, "chat", saying("chat", GROQ, "How long?", more));
    expect(status).toBe(200);
    const [note] = (await recordOf(bare, headers)).notes;
    expect(note).toBe(`${"tools" in more ? "tools" : "plugins"}[0] (web_search): dropped`);
  });
});
