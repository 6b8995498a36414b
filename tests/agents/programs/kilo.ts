import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Launch, NO_THINKING, UNSIGNED, type Variant } from "../client.ts";
import { patchOf, type ToolBox } from "../steps.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "7.7.9";

/** The AI SDK's package for each dialect, which is part of Kilo. */
const PACKAGES: Partial<Record<Format, string>> = {
  messages: "@ai-sdk/anthropic",
  responses: "@ai-sdk/openai",
  chat: "@ai-sdk/openai-compatible",
};

/** Kilo's command, which speaks the dialect of the package that its configuration names. */
function kilo(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `kilo-${dialect}`,
    title: `Kilo Code, ${PACKAGES[dialect]}`,
    packages: [`@kilocode/cli-linux-x64@${VERSION}`],
    dialect,
    variants,
    agent: { id: "kilo-code", version: VERSION },
    tools: (model) => ({
      read: (path) => ({ name: "read", input: { filePath: path } }),
      edit: (path, before, after) => (model.includes("gpt-5") ? patch : edit)(path, before, after),
      run: (command) => ({ name: "bash", input: { command, description: "Make a file" } }),
      echo: (message) => ({ name: "everything_echo", input: { message } }),
    }),
    prepare(launch) {
      const folder = join(launch.home, ".config/kilo");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "kilo.json"), JSON.stringify(configOf(launch, dialect)));
      return {
        command: join(launch.packages, "node_modules/@kilocode/cli-linux-x64/bin/kilo"),
        args: ["run", "--auto", "-m", `switchboard/${launch.model}`, launch.task],
        env: { KILO_TELEMETRY_LEVEL: "off" },
      };
    },
  };
}

const edit: ToolBox["edit"] = (path, before, after) => ({
  name: "edit",
  input: { filePath: path, oldString: before, newString: after },
});

const patch: ToolBox["edit"] = (path, before, after) => ({
  name: "apply_patch",
  input: { patchText: patchOf(path, before, after) },
});

export const kilos: readonly Client[] = [
  kilo("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash", isUnsigned: NO_THINKING },
  ]),
  kilo("responses", [
    { model: "openai/gpt-5.5" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
  kilo("chat", [
    { model: "openai/gpt-oss-120b" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
  ]),
];

function configOf({ url, key, model, mcpServer }: Launch, dialect: Format): object {
  const reasons = { reasoning: true, tool_call: true, limit: { context: 200_000, output: 32_000 } };
  return {
    autoupdate: false,
    share: "disabled",
    permission: "allow",
    provider: {
      switchboard: {
        npm: PACKAGES[dialect],
        name: "Switchboard",
        options: { baseURL: `${url}/api/v1`, apiKey: key },
        models: { [model]: { name: model, ...reasons } },
      },
    },
    mcp: { everything: { type: "local", command: mcpServer, enabled: true } },
  };
}
