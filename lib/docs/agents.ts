import { KEY_PLACEHOLDER } from "#lib/request-samples.ts";
import { type Agent, type AgentFile, agents } from "../../public/connect/agents.mjs";
import type { Client, Sample } from "./client.ts";

/** Agents for which there is no command: what to enter. */
const BY_HAND: readonly { id: string; name: string; note: string; code(origin: string): string; file: string }[] = [
  {
    id: "cursor",
    name: "Cursor",
    note: "In Settings → Models, turn on the OpenAI API key and Override OpenAI Base URL, enter these values, and add the model by name. Cursor calls the gateway from its own servers, so the gateway needs a public HTTPS address. Chat and Agent then use it; Tab and Cursor's own models do not.",
    file: "Settings",
    code: (origin) => `OpenAI API key: ${KEY_PLACEHOLDER}
Override OpenAI Base URL: ${origin}/api/v1
Add model: openai/gpt-5-mini`,
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    note: "With a provider of your own, Copilot CLI needs no GitHub account. It adapts its tools to the first model; the second is Switchboard's name for the same model. For Anthropic's models, set the provider type to anthropic and leave out the wire API and /v1.",
    file: "Shell",
    code: (origin) => `export COPILOT_PROVIDER_TYPE=openai
export COPILOT_PROVIDER_WIRE_API=responses
export COPILOT_PROVIDER_BASE_URL=${origin}/api/v1
export COPILOT_PROVIDER_API_KEY=${KEY_PLACEHOLDER}
export COPILOT_PROVIDER_MODEL_ID=gpt-5-mini
export COPILOT_PROVIDER_WIRE_MODEL=openai/gpt-5-mini
copilot`,
  },
  {
    id: "grok-build",
    name: "Grok Build",
    note: "Add a model to ~/.grok/config.toml and start grok with --model switchboard. api_backend is responses, messages or chat_completions. Without session_summary, Grok Build asks for titles with a model of xAI.",
    file: "config.toml",
    code: (origin) => `[models]
session_summary = "switchboard"

[model.switchboard]
model = "openai/gpt-5-mini"
base_url = "${origin}/api/v1"
api_key = "${KEY_PLACEHOLDER}"
api_backend = "responses"`,
  },
  {
    id: "droid",
    name: "Droid",
    note: "Add a model to ~/.factory/settings.json and select it with /model. The provider openai uses the Responses API. For Anthropic's models, set the provider anthropic and leave out /v1; for models of other makers, set generic-chat-completion-api.",
    file: "settings.json",
    code: (origin) => `{
  "customModels": [
    {
      "model": "openai/gpt-5-mini",
      "displayName": "GPT-5 mini (Switchboard)",
      "provider": "openai",
      "baseUrl": "${origin}/api/v1",
      "apiKey": "${KEY_PLACEHOLDER}",
      "maxOutputTokens": 32000
    }
  ]
}`,
  },
  {
    id: "kilo-code",
    name: "Kilo Code",
    note: "Add a provider to ~/.config/kilo/kilo.json and select its models with /models, or with --model switchboard/openai/gpt-5-mini. The package @ai-sdk/openai uses the Responses API. For Anthropic's models, set @ai-sdk/anthropic; for models of other makers, @ai-sdk/openai-compatible.",
    file: "kilo.json",
    code: (origin) => `{
  "provider": {
    "switchboard": {
      "npm": "@ai-sdk/openai",
      "name": "Switchboard",
      "options": { "baseURL": "${origin}/api/v1", "apiKey": "${KEY_PLACEHOLDER}" },
      "models": { "openai/gpt-5-mini": { "name": "GPT-5 mini", "reasoning": true, "tool_call": true } }
    }
  }
}`,
  },
  {
    id: "kimi-code",
    name: "Kimi Code",
    note: "Add a provider and a model to ~/.kimi-code/config.toml. The type openai_responses uses the Responses API. For Anthropic's models, set the type anthropic and leave out /v1; for models of other makers, set openai.",
    file: "config.toml",
    code: (origin) => `default_model = "switchboard"

[providers.switchboard]
type = "openai_responses"
base_url = "${origin}/api/v1"
api_key = "${KEY_PLACEHOLDER}"

[models.switchboard]
provider = "switchboard"
model = "openai/gpt-5-mini"
max_context_size = 400000
capabilities = ["thinking", "tool_use"]`,
  },
  {
    id: "goose",
    name: "goose",
    note: "goose adds /v1 itself, and uses the Responses API with OpenAI's newer models. For Anthropic's models, set GOOSE_PROVIDER to anthropic, and ANTHROPIC_HOST and ANTHROPIC_API_KEY to the same values.",
    file: "Shell",
    code: (origin) => `export GOOSE_PROVIDER=openai
export OPENAI_HOST=${origin}/api
export OPENAI_API_KEY=${KEY_PLACEHOLDER}
export GOOSE_MODEL=openai/gpt-5-mini
goose session`,
  },
  {
    id: "cline",
    name: "Cline",
    note: "The command stores the key in Cline's own settings. In the editor, choose the API provider OpenAI Compatible.",
    file: "Shell",
    code: (origin) =>
      `cline auth --provider openai --apikey "${KEY_PLACEHOLDER}" --modelid anthropic/claude-sonnet-4.5 --baseurl ${origin}/api/v1`,
  },
  {
    id: "continue",
    name: "Continue",
    note: "Add a model to the list in ~/.continue/config.yaml.",
    file: "config.yaml",
    code: (origin) => `models:
  - name: Claude Sonnet 4.5
    provider: openai
    model: anthropic/claude-sonnet-4.5
    apiBase: ${origin}/api/v1
    apiKey: ${KEY_PLACEHOLDER}
    roles: [chat, edit, apply]`,
  },
];

/** Returns each coding agent with the lines that set it up and undo that, and with what they write. */
export function agentClients(origin: string): Client[] {
  const byCommand = agents.map((agent) => ({
    id: agent.id,
    name: agent.name,
    kind: "Agents" as const,
    note: noteOf(agent),
    samples: linesOf(agent, origin),
    files: filesOf(agent, origin),
  }));
  const byHand = BY_HAND.map(({ id, name, note, file, code }) => ({
    id,
    name,
    kind: "Agents" as const,
    note,
    samples: [{ id: "config", label: file, code: code(origin) }],
  }));
  return [...byCommand, ...byHand];
}

function noteOf({ signsIn, model }: Agent): string {
  const key = signsIn
    ? "Sign in, and the agent renews its own key. Or give it an API key."
    : "The agent reads its key from a file, so give it an API key.";
  return `${key} The command needs Node 18 or newer and changes only the settings below. To restore your previous settings, run the Undo command. To use a model other than ${model}, add --model.`;
}

/** The script comes from the gateway; the key is passed on in the environment, which other users cannot see. */
function linesOf({ id, signsIn }: Agent, origin: string): Sample[] {
  const load = `curl -fsS ${origin}/connect/setup.mjs`;
  const run = `node --input-type=module - ${id} --url ${origin}`;
  return [
    ...(signsIn ? [{ id: "sign-in", label: "Sign in", code: `${load} | ${run} --sign-in` }] : []),
    { id: "key", label: "API key", code: `${load} | KEY="${KEY_PLACEHOLDER}" ${run}` },
    { id: "undo", label: "Undo", code: `${load} | ${run} --undo` },
  ];
}

/** The texts that the lines write where there was none. */
function filesOf({ id, name, model, signsIn, files }: Agent, origin: string): Sample[] {
  const setup = { url: origin, model };
  const command = ["node", "/home/you/.local/share/switchboard/switchboard-key.mjs", "--url", origin, "--agent", name];
  const signedIn = signsIn ? files({ ...setup, helper: command }) : [];
  return [
    ...signedIn.map((file) => sampleOf(file, `${id}-sign-in`, `${file.path}, signed in`)),
    ...files({ ...setup, key: KEY_PLACEHOLDER }).map((file) => sampleOf(file, `${id}-key`, file.path)),
  ];
}

function sampleOf({ path, write }: AgentFile, kind: string, label: string): Sample {
  return { id: `${kind}-${path}`, label: `~/${label}`, code: write("").trimEnd() };
}
