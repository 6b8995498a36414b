import type { Body } from "#server/dialects/dialect.ts";
import type { Rule } from "#tests/support/upstream/rule.ts";
import type { DialectName, Event } from "../calling.ts";

type Called = { name: string; arguments: unknown };

/** The fields by which a dialect names an MCP server, with the label `maths`. */
export function mcpTools(dialect: DialectName, url: string): Body {
  if (dialect === "messages") {
    return { tools: [], mcp_servers: [{ type: "url", url, name: "maths", authorization_token: "t" }] };
  }
  const tool = { type: "mcp", server_label: "maths", server_url: url, authorization: "t", require_approval: "never" };
  // OpenAI calls MCP servers itself in its own dialect; with one of the gateway's tools, the gateway runs the loop.
  return { tools: [tool, { type: "switchboard:datetime" }] };
}

/** Scripts the model to call tools in each of several responses, and then to return a text. */
export function callsThenText(upstream: { script(rule: Rule): void }, text: string, ...calls: Called[][]): void {
  for (const toolCalls of calls) upstream.script({ times: 1, answer: { toolCalls, text: "", finish: "tool" } });
  upstream.script({ times: 1, answer: { text, toolCalls: [], finish: "stop" } });
}

/** Returns the model's call of the gateway's web search. */
export const searchCall = (query: string): Called[] => [{ name: "web_search", arguments: { query } }];

/** Returns the fields that offer the gateway's web search, with these parameters. */
export const withSearch = (parameters: Body = {}): Body => ({ tools: [{ type: "openrouter:web_search", parameters }] });

/** Returns the pipeline's steps in the metadata of a whole response. */
export const pipelineOf = (text: string): Event[] => JSON.parse(text).openrouter_metadata.pipeline ?? [];
