import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../client.ts";

const VERSION = "2.1.332";

export const claudeCode: Client = {
  name: "claude-code",
  title: "Claude Code",
  packages: [`@anthropic-ai/claude-code@${VERSION}`],
  dialect: "messages",
  variants: [{ model: "anthropic/claude-sonnet-5" }, { model: "openai/gpt-5.5" }, { model: "google/gemini-3.8-flash" }],
  agent: { id: "claude-code", version: VERSION },
  tools: () => ({
    read: (path) => ({ name: "Read", input: { file_path: path } }),
    edit: (path, before, after) => ({
      name: "Edit",
      input: { file_path: path, old_string: before, new_string: after, replace_all: false },
    }),
    run: (command) => ({ name: "Bash", input: { command, description: "Make a file" } }),
    echo: (message) => ({ name: "mcp__everything__echo", input: { message } }),
  }),
  prepare({ packages, home, url, key, model, task, mcpServer: [command, ...args] }) {
    const mcpFile = join(home, "mcp.json");
    writeFileSync(mcpFile, JSON.stringify({ mcpServers: { everything: { type: "stdio", command, args } } }));
    return {
      command: join(packages, "node_modules/@anthropic-ai/claude-code-linux-x64/claude"),
      args: [
        "-p",
        task,
        "--model",
        model,
        "--mcp-config",
        mcpFile,
        "--strict-mcp-config",
        "--dangerously-skip-permissions",
      ],
      env: {
        ANTHROPIC_BASE_URL: `${url}/api`,
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        IS_SANDBOX: "1",
      },
    };
  },
};
