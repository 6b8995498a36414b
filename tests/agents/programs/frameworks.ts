import { fileURLToPath } from "node:url";
import type { Client, Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const SCRIPT = fileURLToPath(new URL("../frameworks/main.ts", import.meta.url));

type Framework = { id: string; title: string; packages: readonly string[]; dialect: Format };

/** A framework plays the task with its own loop and three tools of ours. */
function framework({ id, title, packages, dialect }: Framework, variants: readonly Variant[]): Client {
  return {
    name: `${id}-${dialect}`,
    title,
    packages,
    dialect,
    variants,
    agent: { id: null, version: undefined },
    hasNoSession: true,
    tools: () => ({
      read: (path) => ({ name: "read_file", input: { path } }),
      edit: (path, before, after) => ({ name: "edit_file", input: { path, before, after } }),
      run: (command) => ({ name: "run_command", input: { command } }),
    }),
    prepare: ({ packages: folder, url, key, model, task }) => ({
      command: process.execPath,
      args: [SCRIPT],
      env: {
        PACKAGES: folder,
        FRAMEWORK: id,
        DIALECT: dialect,
        GATEWAY_URL: url,
        GATEWAY_KEY: key,
        MODEL: model,
        TASK: task,
      },
    }),
  };
}

const AI = "ai@7.0.173";
const GPT = { model: "openai/gpt-5.5" };
const OSS = { model: "openai/gpt-oss-120b" };
const CLAUDE = { model: "anthropic/claude-sonnet-5" };
const GEMINI = { model: "google/gemini-3.8-flash" };

const aiSdk = (dialect: Format, name: string, spec: string) => ({
  id: "ai-sdk",
  title: `AI SDK, ${name}`,
  packages: [AI, spec],
  dialect,
});
const agentsSdk = {
  id: "openai-agents",
  title: "OpenAI Agents SDK",
  packages: ["@openai/agents@0.20.0", "openai@7.57.0", "zod@4.6.7"],
  dialect: "responses" as const,
};
export const frameworks: readonly Client[] = [
  framework(aiSdk("messages", "@ai-sdk/anthropic", "@ai-sdk/anthropic@4.0.105"), [CLAUDE, GPT, GEMINI]),
  framework(aiSdk("responses", "@ai-sdk/openai", "@ai-sdk/openai@4.0.118"), [GPT, CLAUDE, GEMINI]),
  framework(aiSdk("chat", "@ai-sdk/openai-compatible", "@ai-sdk/openai-compatible@3.0.92"), [OSS, CLAUDE, GEMINI]),
  framework(agentsSdk, [GPT, CLAUDE, GEMINI]),
];
