import type { EncodeContext } from "../dialect.ts";
import type { Proof } from "../reasoning-proof.ts";
import { flatTools } from "../request/flat-tools.ts";
import { hidesReasoning } from "../request/reasoning-request.ts";

/**
 * A tool call, and what of its input was sent. `isText`: the pieces are not what the caller gets. `isCustom`: the
 * caller's tool is a custom one, and takes a text.
 */
export type Call = { index: number; input: string; isText: boolean; isCustom: boolean; done: boolean };

/** What the pieces already sent amount to. */
export type MessageState = {
  calls: Map<string, Call>;
  /** Index in `reasoning_details` by the id of the neutral part. */
  reasonings: Map<string, number>;
  proofs: Map<string, Proof>;
  detailCount: number;
  cited: Set<string>;
  hidesReasoning: boolean;
  /** Names of the caller's custom tools. */
  customTools: ReadonlySet<string>;
};

export function messageState(context: EncodeContext): MessageState {
  return {
    calls: new Map(),
    reasonings: new Map(),
    proofs: new Map(),
    detailCount: 0,
    cited: new Set(),
    hidesReasoning: hidesReasoning(context.request),
    customTools: new Set(flatTools(context.request.tools).map(({ flatName }) => flatName)),
  };
}
