import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../client.ts";

const VERSION = "0.61.0";

export const geminiCli: Client = {
  name: "gemini-cli",
  title: "Gemini CLI",
  packages: [`@google/gemini-cli@${VERSION}`],
  dialect: "gemini",
  variants: [{ model: "google/gemini-3.8-flash" }, { model: "anthropic/claude-sonnet-5" }, { model: "openai/gpt-5.5" }],
  agent: { id: "gemini-cli", version: VERSION },
  hasNoSession: true,
  tools: () => ({
    read: (path) => ({ name: "read_file", input: { file_path: path } }),
    edit: (path, before, after) => ({
      name: "replace",
      input: { file_path: path, old_string: before, new_string: after, instruction: "Change the color." },
    }),
    run: (command) => ({ name: "run_shell_command", input: { command, description: "Make a file" } }),
    echo: (message) => ({ name: "mcp_everything_echo", input: { message } }),
  }),
  prepare({ packages, home, url, key, model, task, mcpServer: [command, ...args] }) {
    const folder = join(home, ".gemini");
    mkdirSync(folder);
    const settings = {
      mcpServers: { everything: { command, args, trust: true } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    };
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
    return {
      command: process.execPath,
      args: [join(packages, "node_modules/@google/gemini-cli/bundle/gemini.js"), "--yolo", "-m", model, "-p", task],
      env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" },
    };
  },
};
