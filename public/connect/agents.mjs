// What each agent's configuration needs to call a Switchboard gateway. The Connect page shows it, and setup.mjs writes it.

import { setJson, unsetJson } from "./edit-json.mjs";
import { setLine, unsetLine } from "./edit-lines.mjs";
import { setTomlTable, setTomlValue, unsetToml } from "./edit-toml.mjs";

/**
 * How the agent is set up: the gateway's origin, a model, and either a key or the command that prints one.
 *
 * @typedef {{ url: string, model: string, key?: string, helper?: readonly string[] }} Setup
 */

/**
 * How to change a text, and how to take that back in one that was edited since, from the texts before and after.
 *
 * @typedef {{ write: (text: string) => string, revert: (text: string, before: string, after: string) => string }} Edit
 */

/**
 * A file of an agent, below the home folder unless the variable names another folder.
 *
 * @typedef {{ path: string, folder?: { variable: string, replaces: string } } & Edit} AgentFile
 */

/**
 * @typedef {{ id: string, name: string, model: string, signsIn: boolean, files: (setup: Setup) => AgentFile[] }} Agent
 */

/** @type {readonly Agent[]} */
export const agents = [
  {
    id: "claude-code",
    name: "Claude Code",
    model: "anthropic/claude-sonnet-4.5",
    signsIn: true,
    files: ({ url, model, key, helper }) => [
      {
        path: ".claude/settings.json",
        folder: { variable: "CLAUDE_CONFIG_DIR", replaces: ".claude" },
        ...json([
          [["env", "ANTHROPIC_BASE_URL"], `${url}/api`],
          ...(helper
            ? [
                [["apiKeyHelper"], shellCommand(helper)],
                [["env", "CLAUDE_CODE_API_KEY_HELPER_TTL_MS"], "300000"],
              ]
            : [[["env", "ANTHROPIC_AUTH_TOKEN"], key]]),
          [["model"], model],
          [["env", "ANTHROPIC_DEFAULT_HAIKU_MODEL"], model],
        ]),
      },
    ],
  },
  {
    id: "codex",
    name: "Codex",
    model: "openai/gpt-5-mini",
    signsIn: true,
    files: ({ url, model, key, helper }) => [
      {
        path: ".codex/config.toml",
        folder: { variable: "CODEX_HOME", replaces: ".codex" },
        ...toml(
          { model, model_provider: "switchboard" },
          "model_providers.switchboard",
          [
            "[model_providers.switchboard]",
            'name = "Switchboard"',
            `base_url = ${JSON.stringify(`${url}/api/v1`)}`,
            'wire_api = "responses"',
            ...(helper ? codexHelper(helper) : [`experimental_bearer_token = ${JSON.stringify(key)}`]),
          ].join("\n"),
        ),
      },
    ],
  },
  {
    id: "opencode",
    name: "opencode",
    model: "anthropic/claude-sonnet-4.5",
    signsIn: false,
    files: ({ url, model, key }) => [
      {
        path: ".config/opencode/opencode.json",
        folder: { variable: "XDG_CONFIG_HOME", replaces: ".config" },
        ...json([
          [["provider", "switchboard", "npm"], "@ai-sdk/openai-compatible"],
          [["provider", "switchboard", "name"], "Switchboard"],
          [["provider", "switchboard", "options"], { baseURL: `${url}/api/v1`, apiKey: key }],
          [["provider", "switchboard", "models", model], { name: model }],
          [["model"], `switchboard/${model}`],
        ]),
      },
    ],
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    model: "openai/gpt-oss-120b",
    signsIn: false,
    files: ({ url, model, key }) => [
      {
        path: ".qwen/settings.json",
        ...json([
          [["env", "OPENAI_BASE_URL"], `${url}/api/v1`],
          [["env", "OPENAI_API_KEY"], key],
          [["env", "OPENAI_MODEL"], model],
          [["security", "auth", "selectedType"], "openai"],
          [["model", "name"], model],
        ]),
      },
    ],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    model: "google/gemini-2.5-flash",
    signsIn: false,
    files: ({ url, model, key }) => [
      {
        path: ".gemini/.env",
        ...lines({
          GOOGLE_GEMINI_BASE_URL: `GOOGLE_GEMINI_BASE_URL=${url}`,
          GEMINI_API_KEY: `GEMINI_API_KEY=${key}`,
        }),
      },
      {
        path: ".gemini/settings.json",
        ...json([
          [["security", "auth", "selectedType"], "gemini-api-key"],
          [["model", "name"], model],
        ]),
      },
    ],
  },
  {
    id: "pi",
    name: "pi",
    model: "anthropic/claude-sonnet-4.5",
    signsIn: false,
    files: ({ url, model, key }) => [
      {
        path: ".pi/agent/models.json",
        ...json([
          [
            ["providers", "switchboard"],
            { baseUrl: `${url}/api/v1`, apiKey: key, api: "openai-completions", models: [{ id: model }] },
          ],
        ]),
      },
      {
        path: ".pi/agent/settings.json",
        ...json([
          [["defaultProvider"], "switchboard"],
          [["defaultModel"], model],
        ]),
      },
    ],
  },
  {
    id: "aider",
    name: "Aider",
    model: "anthropic/claude-sonnet-4.5",
    signsIn: false,
    files: ({ url, model, key }) => [
      {
        path: ".aider.conf.yml",
        ...lines({
          "openai-api-base": `openai-api-base: ${url}/api/v1`,
          "openai-api-key": `openai-api-key: ${key}`,
          model: `model: openai/${model}`,
        }),
      },
    ],
  },
];

/** @returns {Edit} */
function json(values) {
  return {
    write: (text) => values.reduce((edited, [path, value]) => setJson(edited, path, value), text),
    revert: (text, before) => unsetJson(text, before, values),
  };
}

/** @returns {Edit} */
function toml(values, table, tableText) {
  const names = Object.keys(values);
  return {
    write: (text) =>
      setTomlTable(
        names.reduceRight((edited, name) => setTomlValue(edited, name, values[name]), text),
        table,
        tableText,
      ),
    revert: (text, before, after) => unsetToml(text, { before, after, names, table }),
  };
}

/** @returns {Edit} */
function lines(settings) {
  const all = Object.entries(settings);
  return {
    write: (text) => all.reduce((edited, [name, line]) => setLine(edited, name, line), text),
    revert: (text, before) => all.reduce((edited, [name, line]) => unsetLine(edited, before, name, line), text),
  };
}

function codexHelper([command, ...args]) {
  return [
    "",
    "[model_providers.switchboard.auth]",
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    "timeout_ms = 60000",
    "refresh_interval_ms = 300000",
  ];
}

function shellCommand(words) {
  return words.map((word) => (/^[\w./:@={}~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
