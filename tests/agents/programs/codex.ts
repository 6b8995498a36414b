import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Launch } from "../client.ts";
import { patchOf } from "../steps.ts";

const VERSION = "0.171.0";

/** Codex runs commands and patches files; the patch is a custom tool, and tools of MCP servers are in namespaces. */
export const codex: Client = {
  name: "codex",
  title: "Codex",
  packages: [`@openai/codex@${VERSION}`],
  dialect: "responses",
  variants: [
    { model: "openai/gpt-5.5" },
    { model: "openai/gpt-5.5", usesWebSocket: true },
    { model: "anthropic/claude-sonnet-5" },
    { model: "anthropic/claude-sonnet-5", usesWebSocket: true },
    { model: "google/gemini-3.8-flash" },
  ],
  agent: { id: "codex", version: VERSION },
  tools: () => ({
    read: (path) => ({ name: "exec_command", input: { cmd: `cat ${path}` } }),
    edit: (path, before, after) => ({
      name: "apply_patch",
      isCustom: true,
      input: patchOf(path, before, after),
    }),
    run: (command) => ({ name: "exec_command", input: { cmd: command } }),
    search: (query) => ({ name: "tool_search", input: { query } }),
    echo: (message) => ({ namespace: "mcp__everything", name: "echo", input: { message } }),
  }),
  prepare({ packages, home, url, key, model, task, mcpServer }, { usesWebSocket = false }) {
    const script = join(packages, "node_modules/@openai/codex/bin/codex.js");
    const folder = join(home, ".codex");
    mkdirSync(folder);
    writeFileSync(join(folder, "models.json"), modelsWith(script, folder, model));
    writeFileSync(join(folder, "config.toml"), configOf({ url, model, folder, usesWebSocket, mcpServer }));
    return {
      command: process.execPath,
      args: [script, ...["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", task]],
      env: { CODEX_HOME: folder, SWITCHBOARD_KEY: key },
    };
  },
};

/** Lets Codex treat a model as one of those it knows, as users do for models of other providers. */
function modelsWith(script: string, folder: string, model: string): string {
  const env = { ...process.env, CODEX_HOME: folder };
  const listed = execFileSync(process.execPath, [script, "debug", "models"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { models } = JSON.parse(listed.toString()) as { models: { slug: string }[] };
  const known = models.find(({ slug }) => slug === "gpt-5.5");
  return JSON.stringify({ models: [{ ...known, slug: model }] });
}

type Config = Pick<Launch, "url" | "model" | "mcpServer"> & { folder: string; usesWebSocket: boolean };

function configOf({ url, model, folder, usesWebSocket, mcpServer: [command, ...args] }: Config): string {
  return `model = ${JSON.stringify(model)}
model_catalog_json = ${JSON.stringify(join(folder, "models.json"))}
model_provider = "switchboard"
model_reasoning_effort = "medium"
model_reasoning_summary = "auto"
check_for_update_on_startup = false

[analytics]
enabled = false

[otel]
exporter = "none"

[model_providers.switchboard]
name = "Switchboard"
base_url = "${url}/api/v1"
env_key = "SWITCHBOARD_KEY"
wire_api = "responses"
supports_websockets = ${usesWebSocket}

[mcp_servers.everything]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
`;
}
