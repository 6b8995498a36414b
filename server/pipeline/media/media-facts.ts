import { usdOf } from "#lib/nano-usd.ts";
import type { Settled } from "../budget/settle-call.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import type { ReplyFacts } from "./media-operation.ts";

/** What the reply of an attempt may say of its call. */
export function replyFacts(
  { id, createdAt, body }: ModelCall,
  { candidate }: Attempt,
  { usage, costNanoUsd }: Settled,
): ReplyFacts {
  const { requestedModel, provider, isByok } = candidate;
  const cost = isByok ? 0 : usdOf(costNanoUsd);
  return { id, createdAt, model: requestedModel, provider: provider.name, body, usage, cost, isByok };
}
