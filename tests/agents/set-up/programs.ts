import { join } from "node:path";

/** An agent of the npm registry: its package, and how it is asked one question. */
export type Program = { agent: string; spec: string; command(packages: string, question: string): string[] };

export const programs: readonly Program[] = [
  {
    agent: "claude-code",
    spec: "@anthropic-ai/claude-code@2.1.332",
    command: (packages, question) => [join(packages, "@anthropic-ai/claude-code-linux-x64/claude"), "-p", question],
  },
  {
    agent: "codex",
    spec: "@openai/codex@0.171.0",
    command: (packages, question) => [
      process.execPath,
      join(packages, "@openai/codex/bin/codex.js"),
      "exec",
      "--skip-git-repo-check",
      question,
    ],
  },
  {
    agent: "opencode",
    spec: "opencode-ai@1.18.33",
    command: (packages, question) => [join(packages, "opencode-linux-x64/bin/opencode"), "run", question],
  },
  {
    agent: "qwen-code",
    spec: "@qwen-code/qwen-code@0.24.4",
    command: (packages, question) => [
      process.execPath,
      join(packages, "@qwen-code/qwen-code/cli-entry.js"),
      "-p",
      question,
    ],
  },
  {
    agent: "gemini-cli",
    spec: "@google/gemini-cli@0.61.0",
    command: (packages, question) => [
      process.execPath,
      join(packages, "@google/gemini-cli/bundle/gemini.js"),
      "-p",
      question,
    ],
  },
];

/** Keeps agents from looking for updates and from asking whether they trust the folder. */
export const PROGRAM_ENV = {
  CI: "1",
  NO_COLOR: "1",
  IS_SANDBOX: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  GEMINI_CLI_TRUST_WORKSPACE: "true",
};
