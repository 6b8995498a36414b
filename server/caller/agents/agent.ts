import type { AgentId } from "#lib/generations/agents.ts";
import type { CallerHeaders } from "../caller-headers.ts";
import { repositoryOf } from "./repository.ts";

export type Agent = { id: AgentId | null; version: string | null; repository: string | null };

/** The first product of a `User-Agent`, in lower case. Codex names itself after the program that runs it. */
const PRODUCTS: Readonly<Record<string, AgentId>> = {
  "claude-cli": "claude-code",
  codex_cli_rs: "codex",
  codex_exec: "codex",
  codex_vscode: "codex",
  codex_sdk_ts: "codex",
  "codex-tui": "codex",
  "codex desktop": "codex",
  opencode: "opencode",
  qwencode: "qwen-code",
  geminicli: "gemini-cli",
  "geminicli-tui": "gemini-cli",
  pi: "pi",
  cline: "cline",
  roocode: "roo-code",
  "kilo-code": "kilo-code",
  cursor: "cursor",
  githubcopilotchat: "copilot",
  "factory-cli": "droid",
  "grok-shell": "grok-build",
  "kimi-code-cli": "kimi-code",
};

/** Applications that name their site in `HTTP-Referer`, as OpenRouter asks them to. */
const SITES: readonly [string, AgentId][] = [
  ["aider.chat", "aider"],
  ["cline.bot", "cline"],
  ["continue.dev", "continue"],
  ["goose-docs.ai", "goose"],
  ["kilocode.ai", "kilo-code"],
  ["pi.dev", "pi"],
];

/** A product with its version, or without one, as pi names itself to custom providers: `pi (linux 6.8.0; x64)`. */
const PRODUCT = /^([\w-]+(?: desktop)?)(?:\/([^\s/]{1,32})|(?= \())/i;

/** Returns the coding agent that sent a request, as far as its headers say. */
export function agentOf(userAgent: string | null, referer: string | null, headers: CallerHeaders): Agent {
  const { id, version } = productOf(userAgent);
  const repository = repositoryOf(headers);
  if (id) return { id, version: version || null, repository };
  const site = referer === null ? undefined : SITES.find(([host]) => isAt(referer, host));
  return { id: site?.[1] ?? agentByHeader(userAgent, headers), version: null, repository };
}

function agentByHeader(userAgent: string | null, headers: CallerHeaders): AgentId | null {
  // Copilot CLI names the SDK that it uses, and who caused the request.
  if (headers.has("x-initiator")) return "copilot";
  // goose names itself only to OpenRouter, but always its session.
  return userAgent === null && headers.has("agent-session-id") ? "goose" : null;
}

/** Returns whether the user agent alone names a coding agent. */
export function isAgent(userAgent: string | null): boolean {
  return productOf(userAgent).id !== undefined;
}

function productOf(userAgent: string | null): { id: AgentId | undefined; version: string } {
  const [, product = "", version = ""] = PRODUCT.exec(userAgent ?? "") ?? [];
  const name = product.toLowerCase();
  return { id: Object.hasOwn(PRODUCTS, name) ? PRODUCTS[name] : undefined, version };
}

function isAt(referer: string, host: string): boolean {
  const at = referer.indexOf("://");
  const name = referer.slice(at < 0 ? 0 : at + 3).split(/[/:?#]/, 1)[0] ?? "";
  return name === host || name.endsWith(`.${host}`);
}
