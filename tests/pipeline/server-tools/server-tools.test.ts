import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { startMcpServer } from "#tests/support/servers/mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import {
  type DialectName,
  type Event,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";
import { callsThenText, mcpTools } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic", "google"],
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" },
});
const mcp = startedOnce("MCP server", startMcpServer, (started) => started.close());

const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5", "google/gemini-2.5-flash"];
const ROLLUP_ROWS = DIALECTS.flatMap((dialect) => MODELS.map((model) => [dialect, model] as const));

function withTools(dialect: DialectName): Body {
  const { tools, ...rest } = mcpTools(dialect, mcp.url) as { tools: Body[] };
  return { ...rest, tools: [...tools.filter(({ type }) => type === "mcp"), { type: "switchboard:datetime" }] };
}

/** The requests and results that a whole response shows. */
function shownIn(dialect: DialectName, reply: Event): Event[] {
  if (dialect === "responses") return reply.output.filter(({ type }: Event) => type === "mcp_call");
  if (dialect === "chat") return reply.choices[0].message.server_tool_calls ?? [];
  const results = reply.content.filter(({ type }: Event) => type === "mcp_tool_result");
  return reply.content
    .filter(({ type }: Event) => type === "mcp_tool_use")
    .map((call: Event) => {
      const result = results.find(({ tool_use_id: id }: Event) => id === call.id);
      const text = result.content[0].text;
      return {
        name: call.name,
        server_label: call.server_name,
        arguments: JSON.stringify(call.input),
        output: result.is_error ? null : text,
        error: result.is_error ? text : null,
      };
    });
}

describe.each(ROLLUP_ROWS)("%s at %s", (dialect, model) => {
  test("two rounds of tools are one whole response and one generation with its steps", async () => {
    const add = { name: "maths__add", arguments: { a: 2, b: 3 } };
    callsThenText(
      upstream,
      "It is 5.",
      [add, { name: "datetime", arguments: {} }],
      [{ name: "maths__fail", arguments: {} }],
    );
    const { status, headers, text } = await post(gateway, dialect, saying(dialect, model, "Add.", withTools(dialect)));
    expect(text).toContain("It is 5.");
    expect(status).toBe(200);
    const reply = JSON.parse(text);
    expect(textOf(reply)).toBe("It is 5.");
    const shown = shownIn(dialect, reply);
    expect(shown.map(({ name, server_label: label }) => [label, name])).toEqual([
      ["maths", "add"],
      ["switchboard", "datetime"],
      ["maths", "fail"],
    ]);
    expect(shown[0]).toMatchObject({ output: "5", error: null });
    expect(JSON.parse(shown[0].arguments)).toEqual({ a: 2, b: 3 });
    expect(shown[1].output).toContain('"timezone":"UTC"');
    expect(shown[2]).toMatchObject({ output: null, error: "It broke" });

    const record = await recordOf(gateway, headers);
    expect(record.steps).toHaveLength(3);
    expect(record.steps.map(({ tools }: Event) => tools.map(({ name }: Event) => name))).toEqual([
      ["add", "datetime"],
      ["fail"],
      [],
    ]);
    expect(record.cost_proof.holds).toBe(true);
    const costs = record.steps.map(({ cost_nano_usd: cost }: Event) => cost);
    expect(costs.every((cost: number) => cost > 0)).toBe(true);
    expect(Math.abs(record.cost_nano_usd - costs.reduce((sum: number, cost: number) => sum + cost, 0))).toBeLessThan(3);
    expect(record.provider_responses.map(({ status: one }: Event) => one)).toEqual([200, 200, 200]);
  });

  test("two rounds of tools are one stream and one generation with its steps", async () => {
    callsThenText(upstream, "It is 5.", [{ name: "maths__add", arguments: { a: 2, b: 3 } }]);
    const { events, headers } = await streamOf(gateway, dialect, saying(dialect, model, "Add.", withTools(dialect)));
    expect(textIn(events)).toBe("It is 5.");
    expect(looksFinished(dialect, events)).toBe(true);
    const record = await recordOf(gateway, headers);
    expect(record.steps).toHaveLength(2);
    expect(record.cost_proof.holds).toBe(true);
    expect(record.usage_estimated).toBe(false);
    expect(record.provider_responses).toHaveLength(2);
  });
});

test("the plugin web-fetch is the tool web_fetch, which loads public URLs only", async () => {
  callsThenText(upstream, "No page.", [{ name: "web_fetch", arguments: { url: mcp.url } }]);
  const more = { plugins: [{ id: "web-fetch", max_uses: 1 }] };
  const { headers, text } = await post(gateway, "chat", saying("chat", MODELS[0] as string, "Read it.", more));
  const [call] = JSON.parse(text).choices[0].message.server_tool_calls;
  expect(call).toMatchObject({ name: "web_fetch", output: null, error: "The URL does not point to a public address" });
  expect((await recordOf(gateway, headers)).notes).toEqual([]);
});
