/** Coding agents that the gateway recognizes, by the id that the ledger stores, with their names. */
export const AGENTS = {
  "claude-code": "Claude Code",
  codex: "Codex",
  opencode: "opencode",
  "qwen-code": "Qwen Code",
  "gemini-cli": "Gemini CLI",
  copilot: "GitHub Copilot",
  cursor: "Cursor",
  cline: "Cline",
  "roo-code": "Roo Code",
  "kilo-code": "Kilo Code",
  continue: "Continue",
  aider: "Aider",
  pi: "pi",
  droid: "Droid",
  "grok-build": "Grok Build",
  "kimi-code": "Kimi Code",
  goose: "goose",
} as const;

export type AgentId = keyof typeof AGENTS;

/** Returns the name of an agent; its id if a later version of the gateway has stored it. */
export function agentName(id: string): string {
  return Object.hasOwn(AGENTS, id) ? AGENTS[id as AgentId] : id;
}
