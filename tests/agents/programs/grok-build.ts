import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Launch, NO_REASONING, ONE_SIGNATURE, UNSIGNED, type Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "1.0.41";

/** What Grok Build calls the dialects. */
const BACKENDS: Partial<Record<Format, string>> = {
  messages: "messages",
  responses: "responses",
  chat: "chat_completions",
};

/** Grok Build with a model of one's own. It finds the tools of MCP servers by a search and calls them through one tool. */
function grokBuild(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `grok-build-${dialect}`,
    title: `Grok Build, ${dialect}`,
    packages: [`@xai-official/grok@${VERSION}`],
    dialect,
    variants,
    agent: { id: "grok-build", version: VERSION },
    // Its request for a title names none.
    hasNoSession: true,
    tools: () => ({
      read: (path) => ({ name: "read_file", input: { target_file: path } }),
      edit: (path, before, after) => ({
        name: "search_replace",
        input: { file_path: path, old_string: before, new_string: after },
      }),
      run: (command) => ({ name: "run_terminal_command", input: { command, description: "Make a file" } }),
      search: (query) => ({ name: "search_tool", input: { query } }),
      echo: (message) => ({ name: "use_tool", input: { tool_name: "everything__echo", tool_input: { message } } }),
    }),
    prepare(launch) {
      const folder = join(launch.home, ".grok");
      mkdirSync(folder);
      writeFileSync(join(folder, "config.toml"), configOf(launch, dialect));
      return {
        command: process.execPath,
        args: [
          join(launch.packages, "node_modules/@xai-official/grok/bin/grok-bootstrap.js"),
          ...["--always-approve", "--model", "switchboard", "-p", launch.task],
        ],
        env: { GROK_HOME: folder },
      };
    },
  };
}

function configOf({ url, key, model, mcpServer: [command, ...args] }: Launch, dialect: Format): string {
  return `[cli]
auto_update = false

[features]
telemetry = false
# Its request for a summary would be canceled when the program ends.
turn_summary = false

[models]
default = "switchboard"
session_summary = "switchboard"

[model.switchboard]
model = ${JSON.stringify(model)}
base_url = "${url}/api/v1"
api_key = ${JSON.stringify(key)}
api_backend = "${BACKENDS[dialect]}"
reasoning_effort = "medium"

[mcp_servers.everything]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
`;
}

export const grokBuilds: readonly Client[] = [
  grokBuild("chat", [
    // Its messages name the model that wrote them, which Groq rejects.
    { model: "openai/gpt-oss-120b", isConverted: true },
    { model: "openai/gpt-5.5", losesReasoning: NO_REASONING },
    { model: "anthropic/claude-sonnet-5", losesReasoning: NO_REASONING },
    { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
  ]),
  grokBuild("responses", [
    // Its tool for those of MCP servers has alternatives, which OpenAI rejects.
    { model: "openai/gpt-5.5", isConverted: true },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  grokBuild("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash", isUnsigned: ONE_SIGNATURE },
  ]),
];
