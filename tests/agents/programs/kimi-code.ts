import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Launch, NO_REASONING, UNSIGNED, type Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "2.1.0";

/** What Kimi Code calls the dialects, and the path of their base URL. */
const TYPES: Partial<Record<Format, readonly [type: string, path: string]>> = {
  messages: ["anthropic", "/api"],
  responses: ["openai_responses", "/api/v1"],
  chat: ["openai", "/api/v1"],
  gemini: ["google-genai", ""],
};

/** Kimi Code with a provider of one's own, for which it needs no account. */
function kimiCode(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `kimi-code-${dialect}`,
    title: `Kimi Code, ${dialect}`,
    packages: [`@moonshot-ai/kimi-code@${VERSION}`],
    dialect,
    variants,
    agent: { id: "kimi-code", version: VERSION },
    // Its Google client sends no ids, and no session.
    renamesCalls: dialect === "gemini",
    hasNoSession: dialect === "gemini",
    tools: () => ({
      read: (path) => ({ name: "Read", input: { path } }),
      edit: (path, before, after) => ({ name: "Edit", input: { path, old_string: before, new_string: after } }),
      run: (command) => ({ name: "Bash", input: { command } }),
      echo: (message) => ({ name: "mcp__everything__echo", input: { message } }),
    }),
    prepare(launch) {
      const { home, packages, task } = launch;
      const folder = join(home, ".kimi-code");
      mkdirSync(folder);
      writeFileSync(join(folder, "config.toml"), settingsOf(launch, dialect));
      writeFileSync(join(folder, "mcp.json"), mcpConfigOf(launch));
      return {
        command: process.execPath,
        args: [join(packages, "node_modules/@moonshot-ai/kimi-code/dist/main.mjs"), "-p", task],
        env: {},
      };
    },
  };
}

function settingsOf({ url, key, model }: Launch, dialect: Format): string {
  const [type, path] = TYPES[dialect] as readonly [string, string];
  return `default_model = "switchboard"
telemetry = false

[providers.switchboard]
type = "${type}"
base_url = "${url}${path}"
api_key = "${key}"

[models.switchboard]
provider = "switchboard"
model = "${model}"
max_context_size = 200000
capabilities = ["thinking", "tool_use"]
`;
}

function mcpConfigOf({ mcpServer: [command, ...args] }: Launch): string {
  return JSON.stringify({ mcpServers: { everything: { command, args } } });
}

export const kimiCodes: readonly Client[] = [
  kimiCode("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  kimiCode("responses", [
    { model: "openai/gpt-5.5" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  kimiCode("chat", [
    { model: "openai/gpt-oss-120b" },
    { model: "openai/gpt-5.5" },
    { model: "anthropic/claude-sonnet-5", losesReasoning: NO_REASONING },
    { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
  ]),
  kimiCode("gemini", [
    { model: "google/gemini-3.8-flash" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
  ]),
];
