import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "1.5.47";

const PROVIDERS: Partial<Record<Format, string>> = { messages: "anthropic", chat: "openai" };

/** Continue's command speaks the API of the provider that its configuration names. */
function continueCli(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `continue-${dialect}`,
    title: `Continue CLI, ${PROVIDERS[dialect]}`,
    packages: [`@continuedev/cli@${VERSION}`],
    dialect,
    variants,
    agent: { id: null, version: undefined },
    tools: () => ({
      read: (path) => ({ name: "Read", input: { filepath: path } }),
      edit: (path, before, after) => ({
        name: "MultiEdit",
        input: { file_path: path, edits: [{ old_string: before, new_string: after }] },
      }),
      run: (command) => ({ name: "Bash", input: { command } }),
      echo: (message) => ({ name: "echo", input: { message } }),
    }),
    prepare({ packages, home, url, key, model, task, mcpServer: [command, ...args] }) {
      const file = join(home, "config.yaml");
      const config = {
        name: "Switchboard",
        version: "1.0.0",
        schema: "v1",
        models: [
          {
            name: "model",
            provider: PROVIDERS[dialect],
            model,
            apiBase: `${url}/api/v1/`,
            apiKey: key,
            roles: ["chat"],
            capabilities: ["tool_use"],
            // As app/docs/guides/logs.md has it, for its session.
            requestOptions: { headers: { "X-Session-Id": "one-task" } },
          },
        ],
        mcpServers: [{ name: "everything", command, args }],
      };
      // JSON is YAML.
      writeFileSync(file, JSON.stringify(config));
      mkdirSync(join(home, ".continue"));
      return {
        command: process.execPath,
        args: [join(packages, "node_modules/@continuedev/cli/dist/cn.js"), "--config", file, "--auto", "-p", task],
        env: { CONTINUE_TELEMETRY_ENABLED: "0", CONTINUE_CLI_ENABLE_TELEMETRY: "0" },
      };
    },
  };
}

export const continues: readonly Client[] = [
  continueCli("messages", [{ model: "anthropic/claude-sonnet-5" }, { model: "openai/gpt-5.5" }]),
  continueCli("chat", [
    { model: "openai/gpt-oss-120b" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash" },
  ]),
];
