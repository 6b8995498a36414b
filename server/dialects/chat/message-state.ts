import type { EncodeContext } from "../dialect.ts";
import type { Proof } from "../reasoning-proof.ts";
import { hidesReasoning } from "../reasoning-request.ts";

/** A tool call, and what of its input was sent. `isText`: the pieces are not the JSON that the caller gets. */
export type Call = { index: number; input: string; isText: boolean; done: boolean };

/** What the pieces already sent amount to. */
export type MessageState = {
  calls: Map<string, Call>;
  /** Index in `reasoning_details` by the id of the neutral part. */
  reasonings: Map<string, number>;
  proofs: Map<string, Proof>;
  detailCount: number;
  cited: Set<string>;
  hidesReasoning: boolean;
};

export function messageState(context: EncodeContext): MessageState {
  return {
    calls: new Map(),
    reasonings: new Map(),
    proofs: new Map(),
    detailCount: 0,
    cited: new Set(),
    hidesReasoning: hidesReasoning(context.request),
  };
}
