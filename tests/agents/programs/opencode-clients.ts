import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Client, type Launch, NO_THINKING, UNSIGNED, type Variant } from "../client.ts";
import { patchOf, type ToolBox } from "../steps.ts";
import type { Format } from "../transcript/transcript.ts";

/** A command built on opencode. */
type Program = {
  name: string;
  title: string;
  agent: Client["agent"];
  /** Its package with the version. */
  package: string;
  /** Its file below `node_modules`. */
  program: string;
  /** Its settings below `~/.config`. */
  settings: string;
  /** Options of `run`. */
  options: readonly string[];
  env: Record<string, string>;
};

/** The AI SDK's package for each dialect, which is part of the program. */
const PACKAGES: Partial<Record<Format, string>> = {
  messages: "@ai-sdk/anthropic",
  responses: "@ai-sdk/openai",
  chat: "@ai-sdk/openai-compatible",
};

/** Returns a client for each dialect: the program speaks that of the package that its settings name. */
export function opencodeClients(program: Program): readonly Client[] {
  return [
    clientOf(program, "messages", [
      { model: "anthropic/claude-sonnet-5" },
      { model: "openai/gpt-5.5" },
      { model: "google/gemini-3.8-flash", isUnsigned: NO_THINKING },
    ]),
    clientOf(program, "responses", [
      { model: "openai/gpt-5.5" },
      { model: "anthropic/claude-sonnet-5" },
      { model: "google/gemini-3.8-flash" },
    ]),
    clientOf(program, "chat", [
      { model: "openai/gpt-oss-120b" },
      { model: "anthropic/claude-sonnet-5" },
      { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
    ]),
  ];
}

function clientOf(program: Program, dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `${program.name}-${dialect}`,
    title: `${program.title}, ${PACKAGES[dialect]}`,
    packages: [program.package],
    dialect,
    variants,
    agent: program.agent,
    tools: (model) => ({
      read: (path) => ({ name: "read", input: { filePath: path } }),
      edit: (path, before, after) => (model.includes("gpt-5") ? patch : edit)(path, before, after),
      run: (command) => ({ name: "bash", input: { command, description: "Make a file" } }),
      echo: (message) => ({ name: "everything_echo", input: { message } }),
    }),
    prepare(launch) {
      const settings = join(launch.home, ".config", program.settings);
      mkdirSync(dirname(settings), { recursive: true });
      writeFileSync(settings, JSON.stringify(settingsOf(launch, dialect)));
      return {
        command: join(launch.packages, "node_modules", program.program),
        args: ["run", ...program.options, "-m", `switchboard/${launch.model}`, launch.task],
        env: program.env,
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

function settingsOf({ url, key, model, mcpServer }: Launch, dialect: Format): object {
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
