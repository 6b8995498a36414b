import { createHash } from "node:crypto";
import { type Block, block, list } from "../exchange/json.ts";

/**
 * The tool names that a provider accepts. MCP tools are prefixed with their server's name, so many are longer and some
 * contain dots or slashes; a provider that does not accept one rejects the whole request.
 */
export type ToolNames = RegExp;

/**
 * https://platform.openai.com/docs/api-reference/chat/create: `function.name`; other providers of the dialect have the
 * same limit, and so has Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html
 */
export const openaiToolNames: ToolNames = /^[a-zA-Z0-9_-]{1,64}$/;

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
export const anthropicToolNames: ToolNames = /^[a-zA-Z0-9_-]{1,128}$/;

/** https://ai.google.dev/api/caching#FunctionDeclaration; the longest name that every version of the API accepts. */
export const googleToolNames: ToolNames = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** Returns whether a tool or call of a chat body has a name that a provider rejects, as clients of other APIs send. */
export function hasForeignNames(body: Block, takes: ToolNames): boolean {
  const isForeign = (named: unknown) => {
    const { name } = block(block(named).function);
    return typeof name === "string" && name !== "" && !takes.test(name);
  };
  return (
    list(body.tools).some(isForeign) ||
    list(body.messages).some((message) => list(block(message).tool_calls).some(isForeign))
  );
}

const LONGEST = 64;
const DIGEST_LENGTH = 10;

/** Returns a readable name that every provider accepts, always the same for the same name. */
export function shortToolName(name: string): string {
  const digest = createHash("sha256").update(name).digest("hex").slice(0, DIGEST_LENGTH);
  const readable = name.replace(/[^a-zA-Z0-9_-]/g, "_").replace(/^(?=[^a-zA-Z_])/, "_");
  return `${readable.slice(0, LONGEST - DIGEST_LENGTH - 1)}_${digest}`;
}
