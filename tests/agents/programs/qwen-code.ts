import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, UNSIGNED } from "../client.ts";

const VERSION = "0.24.4";

export const qwenCode: Client = {
  name: "qwen-code",
  title: "Qwen Code",
  packages: [`@qwen-code/qwen-code@${VERSION}`],
  dialect: "chat",
  variants: [
    { model: "openai/gpt-oss-120b" },
    { model: "openai/gpt-5.5" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
  ],
  agent: { id: "qwen-code", version: VERSION },
  tools: () => ({
    read: (path) => ({ name: "read_file", input: { file_path: path } }),
    edit: (path, before, after) => ({
      name: "edit",
      input: { file_path: path, old_string: before, new_string: after },
    }),
    run: (command) => ({ name: "run_shell_command", input: { command, is_background: false } }),
    echo: (message) => ({ name: "mcp__everything__echo", input: { message } }),
  }),
  prepare({ packages, home, url, key, model, task, mcpServer: [command, ...args] }) {
    const folder = join(home, ".qwen");
    mkdirSync(folder);
    // As app/docs/guides/logs.md has it, for its session.
    const generationConfig = { customHeaders: { "X-Session-Id": `\${session_id}` } };
    const provider = { id: model, baseUrl: `${url}/api/v1`, envKey: "SWITCHBOARD_API_KEY", generationConfig };
    const settings = {
      outboundCorrelation: { allowDynamicHeaderValues: true },
      modelProviders: { openai: [provider] },
      model: { name: model },
      mcpServers: { everything: { command, args, trust: true } },
      general: { disableAutoUpdate: true, disableUpdateNag: true },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: "openai" } },
    };
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
    return {
      command: process.execPath,
      args: [join(packages, "node_modules/@qwen-code/qwen-code/cli-entry.js"), "--yolo", "-m", model, "-p", task],
      env: { SWITCHBOARD_API_KEY: key },
    };
  },
};
