import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Launch, NO_REASONING, ONE_SIGNATURE, UNSIGNED, type Variant } from "../client.ts";
import { patchOf, type ToolCall } from "../steps.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "0.215.0";

/** What Droid calls the dialects. */
const PROVIDERS: Partial<Record<Format, string>> = {
  messages: "anthropic",
  responses: "openai",
  chat: "generic-chat-completion-api",
};

/** Factory's Droid with a model of one's own, for which it needs no account. */
function droid(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `droid-${dialect}`,
    title: `Droid, ${dialect}`,
    packages: [`droid@${VERSION}`],
    dialect,
    variants,
    agent: { id: "droid", version: VERSION },
    renamesCalls: true,
    hasNoSession: dialect !== "responses",
    tools: (model) => ({
      read: (path) => ({ name: "Read", input: { file_path: path } }),
      edit: (path, before, after) =>
        model.startsWith("openai/gpt-5")
          ? patch(dialect, patchOf(path, before, after))
          : { name: "Edit", input: { file_path: path, old_str: before, new_str: after } },
      run: (command) => ({ name: "Execute", input: { summary: "Make a new file here", command } }),
      search: () => ({ name: "ToolSearch", input: { query: "select:everything___echo" } }),
      echo: (message) => ({ name: "everything___echo", input: { message } }),
    }),
    prepare(launch) {
      const folder = join(launch.home, ".factory");
      mkdirSync(folder);
      writeFileSync(join(folder, "settings.json"), settingsOf(launch, dialect));
      writeFileSync(join(folder, "mcp.json"), mcpConfigOf(launch));
      return {
        command: join(launch.packages, "node_modules/@factory/cli-linux-x64/bin/droid"),
        args: ["exec", "--skip-permissions-unsafe", "--model", "custom:switchboard", launch.task],
        env: {},
      };
    },
  };
}

function patch(dialect: Format, input: string): ToolCall {
  return dialect === "responses"
    ? { name: "ApplyPatch", isCustom: true, input }
    : { name: "ApplyPatch", input: { input } };
}

function settingsOf({ url, key, model }: Launch, dialect: Format): string {
  const custom = {
    id: "custom:switchboard",
    index: 0,
    displayName: "switchboard",
    model,
    provider: PROVIDERS[dialect],
    baseUrl: dialect === "messages" ? `${url}/api` : `${url}/api/v1`,
    apiKey: key,
    maxOutputTokens: 32_000,
    reasoningEffort: "medium",
  };
  return JSON.stringify({ customModels: [custom], enableDroidShield: false, cloudSessionSync: false });
}

function mcpConfigOf({ mcpServer: [command, ...args] }: Launch): string {
  return JSON.stringify({ mcpServers: { everything: { type: "stdio", command, args } } });
}

// Droid wants models by Anthropic to speak messages, and says so within the conversation if they do not.
export const droids: readonly Client[] = [
  droid("chat", [
    { model: "openai/gpt-oss-120b" },
    { model: "openai/gpt-5.5", losesReasoning: NO_REASONING },
    { model: "google/gemini-3.8-flash" },
  ]),
  droid("responses", [{ model: "openai/gpt-5.5" }, { model: "google/gemini-3.8-flash", isUnsigned: ONE_SIGNATURE }]),
  droid("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
  ]),
];
