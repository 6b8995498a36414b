import type { ApiResponse } from "#server/api-response.ts";
import type { BatchCall, KeptCall, KeptPayer, ProviderBatching } from "#server/caller/batch-call.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { NOTHING_SPENT, type Reservation, spentBy } from "#server/ledger/limits/limits.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { serviceTierOf } from "#server/ledger/prices/service-tier.ts";
import { tierPrices } from "#server/ledger/prices/tier-prices.ts";
import type { BatchKind } from "#server/providers/batch.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { WorstCase } from "../budget/worst-case.ts";
import type { Entered } from "../enter-call.ts";
import type { Candidate } from "../planning/candidate.ts";
import { drawOf, rendezvousScore } from "../pools/rendezvous.ts";

/** The service tier of batches, in prices and in the ledger. */
export const BATCH_TIER = "batch";

/** What a kind of call tells about its request to a provider's batch. */
export type Handing = {
  /** The kind of path that the provider must have. */
  kind: BatchKind | undefined;
  /** The units that must have a price. */
  units: Usage;
  worstOf(candidate: Candidate): WorstCase;
  /** Returns the request body for the provider; undefined if it takes several requests. */
  bodyFor(candidate: Candidate): Promise<Body | undefined> | Body | undefined;
};

/**
 * Hands a call over to a batch of its first candidate's provider, if that can run it; undefined if not. Its worst case
 * at batch prices stays reserved beyond this process. The call ends when the provider's result is there.
 */
export async function handOver(
  entered: Entered,
  candidates: readonly Candidate[],
  handing: Handing,
): Promise<ApiResponse | undefined> {
  const { call, batch, reservation } = entered;
  const providers = batch?.providers;
  if (!batch || !providers) return undefined;
  const able = ableCandidates(candidates, call.body, handing);
  const path = able[0] && batchPath(able[0], call.body, handing);
  if (path === undefined) return undefined;
  const release = (thrown: unknown) => {
    reservation.settle(NOTHING_SPENT);
    call.trace?.fail(500);
    throw thrown;
  };
  const placed = await place(entered, handing, { path, providers, batch, able }).catch(release);
  if (!placed) return undefined;
  const { leaseId, candidate } = placed;
  const worst = Math.min(handing.worstOf(atBatchPrices(candidate)).nanoUsd, entered.worst.nanoUsd);
  const uses = reservation.settle(leaseId ? spentBy(worst, candidate.isByok) : NOTHING_SPENT);
  call.trace?.fail(HANDED_OVER);
  if (leaseId)
    await call.gateway.leases.handOver(
      leaseId,
      uses.filter(({ account, nanoUsd }) => account !== "" && nanoUsd > 0),
    );
  return { status: HANDED_OVER, headers: {}, body: null };
}

type Placing = {
  path: string;
  providers: ProviderBatching;
  batch: BatchCall;
  able: readonly Candidate[];
};

/** Moves a call to a batch at a provider; undefined if that takes several requests. */
async function place(entered: Entered, handing: Handing, { path, providers, batch, able }: Placing) {
  const candidate = await withAccess(able, batch);
  const body = await handing.bodyFor(candidate);
  if (!body) return undefined;
  const { upstreamModel } = candidate.endpoint;
  const named = modelName(candidate);
  const leaseId = await providers.handOver({
    provider: candidate.provider.id,
    model: upstreamModel,
    path,
    access: accessOf(candidate),
    bodyJson: JSON.stringify(named === upstreamModel ? body : { ...body, model: named }),
    kept: keptCall(entered, candidate),
  });
  return { leaseId, candidate };
}

const HANDED_OVER = 202;

/** Returns the first candidate and those that a pool could have chosen as well, if a batch can run the call with them. */
function ableCandidates(candidates: readonly Candidate[], body: Body, handing: Handing): Candidate[] {
  const first = candidates[0] as Candidate;
  const chosen = candidates.filter((candidate) => candidate === first || isAlike(first, candidate));
  return chosen.filter((candidate) => batchPath(candidate, body, handing) !== undefined);
}

/** Returns the path at the candidate's provider if its batches can run a call; undefined if not. */
function batchPath(candidate: Candidate, body: Body, { kind, units }: Handing) {
  const { provider, endpoint, prices } = candidate;
  const { batches, carrier } = provider;
  const path = kind && batches?.paths[kind];
  if (path === undefined || modelName(candidate) === undefined || (carrier && !batches?.isCarried)) return undefined;
  // Providers store what is in a batch, whatever the account agreed.
  if (endpoint.zeroDataRetention) return undefined;
  if (serviceTierOf(body, {}) !== null || body.stream === true) return undefined;
  const terms = { serviceTier: BATCH_TIER, soldTiers: provider.soldTiers ?? [] };
  const isPriced = costOf({ ...units, requests: 0 }, prices, terms).unpriced.length === 0;
  return isPriced ? path : undefined;
}

/** Returns the name by which a batch calls the candidate's model; undefined if its credential has no batches of it. */
function modelName({ provider, endpoint, credential }: Candidate): string | undefined {
  const { upstreamModel } = endpoint;
  const { modelName: nameOf } = provider.batches ?? {};
  return nameOf ? nameOf(credential, upstreamModel) : upstreamModel;
}

/**
 * Returns the candidate whose credential the batch uses already, of those that are alike; at first one that all requests
 * of the batch agree on.
 */
async function withAccess(alike: readonly Candidate[], { id, providers }: BatchCall): Promise<Candidate> {
  const first = alike[0] as Candidate;
  if (alike.length < 2) return first;
  const used = (await providers?.accesses(first.provider.id)) ?? [];
  const current = alike.find((candidate) => used.includes(accessOf(candidate)));
  if (current || first.choice?.by === "ordered") return current ?? first;
  const score = ({ member }: Candidate) => (member ? rendezvousScore(drawOf(id, member.id), member.weight) : 0);
  return alike.reduce((best, other) => (score(other) > score(best) ? other : best));
}

/** Returns whether a pool could have chosen the other candidate as well. */
function isAlike({ endpoint, turn, choice }: Candidate, other: Candidate): boolean {
  const isUsable = other.choice?.limitedUntilMs === 0 && other.choice.tier === choice?.tier;
  return endpoint.id === other.endpoint.id && turn === other.turn && isUsable;
}

function accessOf({ own, systemKey }: Candidate): string {
  return own ? `own:${own.id}` : `system:${systemKey ?? ""}`;
}

/** Returns the candidate with only its batch prices, as if they were those of the default tier. */
function atBatchPrices(candidate: Candidate): Candidate {
  const { prices, provider } = candidate;
  const ofTier = tierPrices(prices, BATCH_TIER, provider.soldTiers ?? []);
  return { ...candidate, prices: ofTier.map((price) => ({ ...price, serviceTier: null })) };
}

function keptCall(entered: Entered, candidate: Candidate): KeptCall {
  const { call, createdAt, requestedModel, arms, routing, reservation } = entered;
  const { endpoint, isByok, own, systemKey } = candidate;
  return {
    generationId: call.id,
    createdAt: createdAt.toISOString(),
    requestedModel,
    tags: entered.caller.tags,
    arms,
    routing,
    body: entered.given,
    pluginNotes: call.pluginNotes,
    endpoint,
    candidateModel: candidate.requestedModel,
    isByok,
    own,
    systemKey,
    payers: payersOf(reservation, isByok),
  };
}

/** Returns the limits of a reservation. BYOK spending that a limit does not count stays uncounted. */
function payersOf(reservation: Reservation, isByok: boolean): KeptPayer[] {
  const uses = reservation.uses(spentBy(1, isByok));
  return uses.map(({ payerKind, payerId, nanoUsd }) => ({ payerKind, payerId, includeByok: nanoUsd > 0 }));
}
