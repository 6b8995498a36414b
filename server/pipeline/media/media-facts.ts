import { usdOf } from "#lib/nano-usd.ts";
import type { Settled } from "../budget/settle-call.ts";
import type { Attempt, ModelCall } from "../model-call.ts";
import type { ResponseFacts } from "./media-operation.ts";

/** Returns the facts about a request that its response may include. */
export function responseFacts(
  { id, createdAt, body }: ModelCall,
  { candidate }: Attempt,
  { usage, costNanoUsd }: Settled,
): ResponseFacts {
  const { requestedModel, provider, isByok } = candidate;
  const cost = isByok ? 0 : usdOf(costNanoUsd);
  return { id, createdAt, model: requestedModel, provider: provider.name, body, usage, cost, isByok };
}
