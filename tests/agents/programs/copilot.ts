import { join } from "node:path";
import type { Client, Launch, Variant } from "../client.ts";
import { patchOf, type ToolBox } from "../steps.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "1.0.102";

/** What Copilot CLI calls the dialects: a type of provider, and for OpenAI's the wire API. */
const PROVIDERS: Partial<Record<Format, Record<string, string>>> = {
  messages: { COPILOT_PROVIDER_TYPE: "anthropic" },
  responses: { COPILOT_PROVIDER_TYPE: "openai", COPILOT_PROVIDER_WIRE_API: "responses" },
  chat: { COPILOT_PROVIDER_TYPE: "openai", COPILOT_PROVIDER_WIRE_API: "completions" },
};

/** GitHub Copilot's command with a provider of one's own, for which it needs no account. */
function copilot(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `copilot-${dialect}`,
    title: `GitHub Copilot CLI, ${dialect}`,
    packages: [`@github/copilot@${VERSION}`],
    dialect,
    variants,
    agent: { id: "copilot", version: undefined },
    tools: (model) => ({
      read: (path) => ({ name: "view", input: { path } }),
      edit: (path, before, after) => (model.includes("openai/") ? patch : edit)(path, before, after),
      run: (command) => ({ name: "bash", input: { command, description: "Make a file", mode: "sync" } }),
      echo: (message) => ({
        name: "everything-echo",
        // With OpenAI's models, the tools of an MCP server are a namespace.
        ...(dialect === "responses" && model.includes("gpt-5") && { namespace: "everything" }),
        input: { message },
      }),
    }),
    prepare(launch, variant) {
      return {
        command: join(launch.packages, "node_modules/@github/copilot-linux-x64/copilot"),
        args: ["--yolo", "--no-ask-user", "--additional-mcp-config", mcpConfigOf(launch), "-p", launch.task],
        env: {
          ...PROVIDERS[dialect],
          ...(variant.usesWebSocket && { COPILOT_PROVIDER_TRANSPORT: "websockets" }),
          COPILOT_PROVIDER_BASE_URL: dialect === "messages" ? launch.url : `${launch.url}/v1`,
          COPILOT_PROVIDER_API_KEY: launch.key,
          // As app/docs/guides/agents.md has it, for its session.
          COPILOT_PROVIDER_HEADERS: "X-Session-Id: one-task",
          COPILOT_PROVIDER_MODEL_ID: launch.model.slice(launch.model.indexOf("/") + 1),
          COPILOT_PROVIDER_WIRE_MODEL: launch.model,
          COPILOT_OFFLINE: "true",
          COPILOT_AUTO_UPDATE: "false",
        },
      };
    },
  };
}

const edit: ToolBox["edit"] = (path, before, after) => ({
  name: "edit",
  input: { path, old_str: before, new_str: after },
});

const patch: ToolBox["edit"] = (path, before, after) => ({
  name: "apply_patch",
  isCustom: true,
  input: patchOf(path, before, after),
});

function mcpConfigOf({ mcpServer: [command, ...args] }: Launch): string {
  return JSON.stringify({ mcpServers: { everything: { type: "local", command, args, tools: ["*"] } } });
}

export const copilots: readonly Client[] = [
  copilot("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  copilot("responses", [
    { model: "openai/gpt-5.5" },
    { model: "openai/gpt-5.5", usesWebSocket: true },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  copilot("chat", [
    { model: "openai/gpt-oss-120b", isConverted: true },
    { model: "openai/gpt-5.5" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
];
