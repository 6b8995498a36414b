import type { KeptCall, KeptPayer } from "#server/caller/batch-call.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { HttpError } from "#server/errors.ts";
import { KEY_LIMIT_PAYER } from "#server/ledger/limits/key-limit.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { reserveNothing } from "#server/ledger/limits/limits.ts";
import { servingProvider } from "#server/providers/serving.ts";
import type { ReservedCall } from "../budget/reserve-budget.ts";
import { NO_WORST_CASE } from "../budget/worst-case.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate, OwnKey } from "../planning/candidate.ts";

/** Returns the candidate that a request was handed over with, at the prices of that time. */
export function restoreCandidate(
  { catalogue, providerSets }: Pick<PipelineGateway, "catalogue" | "providerSets">,
  principal: Principal,
  { createdAt, endpoint: kept, candidateModel, isByok, own: keptOwn, systemKey }: KeptCall,
): Candidate {
  const endpoint = kept as ModelEndpoint;
  const own = keptOwn as OwnKey | undefined;
  const provider = servingProvider(providerSets.of(principal).providers, endpoint);
  if (!provider) throw new HttpError(503, `The provider ${endpoint.provider} is no longer known`);
  return {
    requestedModel: candidateModel,
    endpoint,
    provider,
    prices: catalogue.pricesOf(endpoint.id, Date.parse(createdAt), own?.id),
    unpriced: false,
    // Nothing is sent.
    credential: "",
    baseUrl: provider.baseUrl,
    isByok,
    turn: 0,
    systemKey,
    ...(own && { own }),
  };
}

/**
 * Returns a request whose reservation stays with its batch: only its cost is counted, under the limits of the time when
 * it was handed over. `limits`: the current ones; the key's own counts even if it was set since, as for other requests.
 */
export function reserveElsewhere(
  { payers }: KeptCall,
  limits: readonly Limit[],
  candidates: readonly Candidate[],
): ReservedCall {
  const isOwn = ({ payerKind }: KeptPayer) => payerKind === KEY_LIMIT_PAYER;
  const counted = [...limits.filter(isOwn), ...payers.filter((payer) => !isOwn(payer))];
  return { candidates, worst: NO_WORST_CASE, reservation: reserveNothing(counted) };
}
