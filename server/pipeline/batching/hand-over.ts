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

/** A request as a provider's batch runs it. `headers`: those that only some requests need. */
export type BatchRequest = { kind: BatchKind; body: Body; headers?: Readonly<Record<string, string>> };

/** What a kind of call tells about its request to a provider's batch. */
export type Handing = {
  /** Returns the kind of path that the candidate's provider must have. */
  kindAt(candidate: Candidate): BatchKind | undefined;
  /** The units that must have a price. */
  units: Usage;
  worstOf(candidate: Candidate): WorstCase;
  /** Returns the request for the provider; undefined if it takes several requests, or a batch cannot carry it. */
  requestAt(candidate: Candidate): Promise<BatchRequest | undefined> | BatchRequest | undefined;
};

/**
 * Hands a request over to a batch of its first candidate's provider, if that can run it; undefined if not. Its worst
 * case at batch prices stays reserved beyond this process. The request ends when the provider's result is there.
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
  if (able.length === 0) return undefined;
  const release = (thrown: unknown) => {
    reservation.settle(NOTHING_SPENT);
    call.trace?.fail(500);
    throw thrown;
  };
  const placed = await place(entered, handing, { providers, batch, able }).catch(release);
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
  providers: ProviderBatching;
  batch: BatchCall;
  able: readonly Candidate[];
};

/** Moves a request to a batch at a provider; undefined if a batch cannot carry it. */
async function place(entered: Entered, handing: Handing, { providers, batch, able }: Placing) {
  const candidate = await withAccess(able, batch);
  const request = await handing.requestAt(candidate);
  const path = request && pathOf(candidate, request);
  if (!request || path === undefined) return undefined;
  const { body } = request;
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

/** Returns the path of a request in a batch, with its headers as the query; undefined if a batch cannot carry these. */
function pathOf({ provider: { batches } }: Candidate, { kind, headers = {} }: BatchRequest): string | undefined {
  const path = batches?.paths[kind];
  if (path === undefined || !Object.keys(headers).every((name) => batches?.headers?.includes(name))) return undefined;
  const query = new URLSearchParams(headers).toString();
  return query === "" ? path : `${path}?${query}`;
}

/**
 * Returns the first candidate and those that a pool could have chosen as well, if a batch can run the request with
 * them.
 */
function ableCandidates(candidates: readonly Candidate[], body: Body, handing: Handing): Candidate[] {
  const first = candidates[0] as Candidate;
  const chosen = candidates.filter((candidate) => candidate === first || isAlike(first, candidate));
  return chosen.filter((candidate) => isAble(candidate, body, handing));
}

/** Returns whether the batches of a candidate's provider can run a request. */
function isAble(candidate: Candidate, body: Body, { kindAt, units }: Handing): boolean {
  const { provider, endpoint, prices } = candidate;
  const { batches, transport } = provider;
  const kind = kindAt(candidate);
  if (!batches || !kind || batches.paths[kind] === undefined || (transport && !batches.usesTransport)) return false;
  // Providers store what is in a batch, whatever the account agreed.
  if (modelName(candidate) === undefined || endpoint.zeroDataRetention) return false;
  if (serviceTierOf(body, {}) !== null || body.stream === true) return false;
  const terms = { serviceTier: BATCH_TIER, soldTiers: provider.soldTiers ?? [] };
  return costOf({ ...units, requests: 0 }, prices, terms).unpriced.length === 0;
}

/** Returns the name by which a batch calls the candidate's model; undefined if its credential has no batches of it. */
function modelName({ provider, endpoint, credential }: Candidate): string | undefined {
  const { upstreamModel } = endpoint;
  const { modelName: nameOf } = provider.batches ?? {};
  return nameOf ? nameOf(credential, upstreamModel) : upstreamModel;
}

/**
 * Returns the candidate whose credential the batch uses already, of those that are alike; at first one that all
 * requests of the batch agree on.
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
