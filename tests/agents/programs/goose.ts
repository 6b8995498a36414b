import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Launch, NO_THINKING, type Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const VERSION = "0.20.1";

/** goose's provider for each dialect, and what its variables start with. Its OpenAI provider has two. */
const PROVIDERS: Partial<Record<Format, readonly [name: string, prefix: string, path: string]>> = {
  messages: ["anthropic", "ANTHROPIC", "/api"],
  responses: ["openai", "OPENAI", "/api"],
  chat: ["openai", "OPENAI", "/api"],
  gemini: ["google", "GOOGLE", ""],
};

/** goose chooses between responses and chat by the name of the model. */
function goose(dialect: Format, variants: readonly Variant[]): Client {
  return {
    name: `goose-${dialect}`,
    title: `goose, ${dialect}`,
    packages: [`@aaif/goose-binary-linux-x64@${VERSION}`],
    dialect,
    variants,
    agent: { id: "goose", version: undefined },
    // Its Google client sends no ids.
    renamesCalls: dialect === "gemini",
    tools: () => ({
      read: (path) => ({ name: "shell", input: { command: `cat ${path}` } }),
      edit: (path, before, after) => ({ name: "edit", input: { path, before, after } }),
      run: (command) => ({ name: "shell", input: { command } }),
      echo: (message) => ({ name: "everything__echo", input: { message } }),
    }),
    prepare(launch) {
      const [name, prefix, path] = PROVIDERS[dialect] as readonly [string, string, string];
      const folder = join(launch.home, ".config/goose");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "config.yaml"), settingsOf(launch));
      return {
        command: join(launch.packages, "node_modules/@aaif/goose-binary-linux-x64/bin/goose"),
        args: ["run", "--no-session", "-t", launch.task],
        env: {
          GOOSE_PROVIDER: name,
          GOOSE_MODEL: launch.model,
          GOOSE_MODE: "auto",
          GOOSE_DISABLE_KEYRING: "1",
          [`${prefix}_HOST`]: `${launch.url}${path}`,
          [`${prefix}_API_KEY`]: launch.key,
        },
      };
    },
  };
}

/** YAML, of which JSON is a part. */
function settingsOf({ mcpServer: [cmd, ...args] }: Launch): string {
  const developer = { enabled: true, type: "platform", name: "developer", bundled: true };
  const everything = { enabled: true, type: "stdio", name: "everything", cmd, args, timeout: 60 };
  return JSON.stringify({ GOOSE_TELEMETRY_ENABLED: false, extensions: { developer, everything } });
}

const SPLIT_CALLS = "sends the calls of a turn one by one, so Gemini gets the placeholder for the later ones";
const LATEST_ONLY = "sends only the latest signature back, so Gemini gets the placeholder for earlier calls";

export const gooses: readonly Client[] = [
  goose("messages", [
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
    { model: "google/gemini-3.8-flash", isUnsigned: NO_THINKING },
  ]),
  goose("responses", [{ model: "openai/gpt-5.5" }]),
  goose("chat", [
    { model: "openai/gpt-oss-120b" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash", isPartlySigned: SPLIT_CALLS },
  ]),
  goose("gemini", [
    { model: "google/gemini-3.8-flash", isPartlySigned: LATEST_ONLY },
    { model: "anthropic/claude-sonnet-5" },
    { model: "openai/gpt-5.5" },
  ]),
];
