import type { EncodeContext } from "../dialect.ts";
import type { Proof } from "../reasoning-proof.ts";
import { flatTools } from "../request/flat-tools.ts";
import { hidesReasoning } from "../request/reasoning-request.ts";

/**
 * A tool call and its input sent so far. `isText`: the input is sent only when it is complete, since the upstream's
 * pieces have another form. `isCustom`: the caller's tool is a custom one with text input.
 */
export type Call = { index: number; input: string; isText: boolean; isCustom: boolean; done: boolean };

/** The parts of a message that were sent so far. */
export type MessageState = {
  calls: Map<string, Call>;
  /** Arguments of the tools that the gateway runs, by call id. */
  serverInputs: Map<string, string>;
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
    serverInputs: new Map(),
    reasonings: new Map(),
    proofs: new Map(),
    detailCount: 0,
    cited: new Set(),
    hidesReasoning: hidesReasoning(context.request),
    customTools: new Set(flatTools(context.request.tools).map(({ flatName }) => flatName)),
  };
}
