import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "1.3.0";

const APIS: Partial<Record<Format, string>> = {
  messages: "anthropic-messages",
  responses: "openai-responses",
  chat: "openai-completions",
};

/** pi speaks the API that its list of models names. It has no MCP servers. */
function pi(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `pi-${dialect}`,
    title: `pi, ${APIS[dialect]}`,
    packages: [`@earendil-works/pi-coding-agent@${VERSION}`],
    dialect,
    variants,
    agent: { id: "pi", version: undefined },
    hasNoSession: dialect !== "responses",
    tools: () => ({
      read: (path) => ({ name: "read", input: { path } }),
      edit: (path, before, after) => ({ name: "edit", input: { path, edits: [{ oldText: before, newText: after }] } }),
      run: (command) => ({ name: "bash", input: { command } }),
    }),
    prepare({ packages, home, url, key, model, task }) {
      const folder = join(home, ".pi/agent");
      mkdirSync(folder, { recursive: true });
      const baseUrl = dialect === "messages" ? `${url}/api` : `${url}/api/v1`;
      const limits = { contextWindow: 200_000, maxTokens: 32_000, input: ["text"] };
      const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      const provider = {
        baseUrl,
        apiKey: key,
        api: APIS[dialect],
        models: [{ id: model, reasoning: true, cost, ...limits }],
      };
      writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { switchboard: provider } }));
      return {
        command: process.execPath,
        args: [
          join(packages, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
          ...["--provider", "switchboard", "--model", model, "--thinking", "medium", "-p", task],
        ],
        env: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0" },
      };
    },
  };
}

export const pis: readonly Client[] = [
  pi("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  pi("responses", [{ model: "openai/gpt-5.5" }, { model: "anthropic/claude-sonnet-5" }]),
  pi("chat", [
    // Its system message has the role of a developer, which only OpenAI knows.
    { model: "openai/gpt-oss-120b", isConverted: true },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
];
