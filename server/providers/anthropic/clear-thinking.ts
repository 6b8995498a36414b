import { type Block, block, list } from "../exchange/json.ts";

const CLEARING = /^clear_thinking_/;

/**
 * Returns a request's `context_management` (in either spelling of its fields) without the edits that clear thinking,
 * which Anthropic rejects if the model does not think ("strategy requires `thinking` to be enabled or adaptive",
 * https://github.com/anthropics/claude-code/issues/21595); undefined if nothing is left. Without thinking, earlier
 * thinking is not read anyway.
 */
export function withoutClearing(management: unknown, notes: string[]): Block | undefined {
  const { edits, ...rest } = block(management);
  const others = list(edits).filter((edit) => !CLEARING.test(String(block(edit).type)));
  if (others.length === list(edits).length) return block(management);
  notes.push("context_management.edits (clear_thinking): dropped (the model does not think)");
  if (others.length > 0) return { ...rest, edits: others };
  return Object.keys(rest).length > 0 ? rest : undefined;
}
