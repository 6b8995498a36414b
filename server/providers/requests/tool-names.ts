import { createHash } from "node:crypto";

/**
 * What a vendor takes as the name of a tool. Tools of MCP servers bear the server's name before their own, so that
 * many are longer, and some have dots or slashes: a vendor that does not take one refuses the whole request.
 */
export type ToolNames = RegExp;

/** https://platform.openai.com/docs/api-reference/chat/create: `function.name`; vendors of its dialect say the same. */
export const openaiToolNames: ToolNames = /^[a-zA-Z0-9_-]{1,64}$/;

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
export const anthropicToolNames: ToolNames = /^[a-zA-Z0-9_-]{1,128}$/;

/** https://ai.google.dev/api/caching#FunctionDeclaration; the longest that every version of the API takes. */
export const googleToolNames: ToolNames = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

const LONGEST = 64;
const DIGEST_LENGTH = 10;

/** A name that every vendor takes and that says what the long one does; always the same for the same one. */
export function shortToolName(name: string): string {
  const digest = createHash("sha256").update(name).digest("hex").slice(0, DIGEST_LENGTH);
  const readable = name.replace(/[^a-zA-Z0-9_-]/g, "_").replace(/^(?=[^a-zA-Z_])/, "_");
  return `${readable.slice(0, LONGEST - DIGEST_LENGTH - 1)}_${digest}`;
}
