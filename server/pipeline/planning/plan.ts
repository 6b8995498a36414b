import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { type SortBy, sortOfVariant } from "#server/catalogue/sorting-variant.ts";
import type { RoutingLimits } from "#server/guardrails/effective.ts";
import { regionalPrices } from "#server/ledger/prices/regional-prices.ts";
import type { Provider } from "#server/providers/provider.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { circuitOf } from "../attempts/circuit-breaker.ts";
import type { PoolChoice } from "../pools/pool-member.ts";
import { rejectedUntil } from "../pools/rejections.ts";
import { type Candidate, regionMultiplier } from "./candidate.ts";
import { type Access, credentialsFor, inPools } from "./credentials-for.ts";
import { regionReason } from "./data-region.ts";
import { endpointRefusal, modelRefusal } from "./guardrail-routing.ts";
import { nothingServes, unknownModel } from "./no-candidate-error.ts";
import type { PlanParts, PlanRequest } from "./plan-request.ts";
import { orderOf, preferenceAgainst, tooSlow } from "./preferences.ts";
import { orderOfCandidates } from "./record/candidate-order.ts";
import {
  newRoutingRecord,
  notePassed,
  type PoolFacts,
  type RecordedCandidate,
  type RoutingRecord,
  recordedName,
} from "./record/routing-record.ts";
import { poolSession } from "./sessions.ts";
import { typicalPrice } from "./sorting-price.ts";
import { isUnpriced } from "./unpriced-call.ts";

/**
 * Returns every candidate in the order to try: models as requested, and each model's endpoints by the caller's
 * preferences. Throws 404 if a model is unknown or no endpoint may serve it, 400 if none supports the request; the
 * message gives the reason. `record` receives the reasons for the order, and for what is passed over.
 */
export function plan(parts: PlanParts, request: PlanRequest, record?: RoutingRecord): Candidate[] {
  const byModel = request.models.map((model) => candidatesOf(parts, request, model, record));
  const isAcross = sortsAcross(request.routing) && byModel.length > 1;
  const candidates = isAcross ? acrossModels(parts, request, byModel.flat(), record) : byModel.flat();
  if (candidates.length === 0) throw nothingServes(parts, request, (record ?? recordOf(parts, request)).passed);
  const { allow_fallbacks: allowsFallbacks, order } = request.routing ?? {};
  if (allowsFallbacks !== false || order?.length) return candidates;
  if (record) record.isSingle = true;
  return onlyFirstEndpoints(candidates);
}

/** Returns the record of a plan that was made without one. */
function recordOf(parts: PlanParts, request: PlanRequest): RoutingRecord {
  const record = newRoutingRecord();
  for (const model of request.models) candidatesOf(parts, request, model, record);
  return record;
}

/**
 * Keeps each model's first endpoint with all its credentials, for requests without fallbacks. Models keep their order.
 */
function onlyFirstEndpoints(candidates: readonly Candidate[]): Candidate[] {
  const firstByModel = new Map<string, string>();
  return candidates.filter(({ endpoint: { model, id } }) => {
    if (!firstByModel.has(model)) firstByModel.set(model, id);
    return firstByModel.get(model) === id;
  });
}

/** Returns whether the candidates of all models are sorted together rather than model by model. */
function sortsAcross(routing: ProviderRouting | null | undefined): boolean {
  return typeof routing?.sort === "object" && routing.sort?.partition === "none";
}

/** Sorts the candidates of all models in one order: by `provider.sort`, else by the first model's suffix. */
function acrossModels(
  parts: PlanParts,
  request: PlanRequest,
  candidates: Candidate[],
  record: RoutingRecord | undefined,
): Candidate[] {
  const [first = ""] = request.models;
  if (record) record.lists = [];
  return inOrder(parts, request, candidates, parts.catalogue.resolve(first)?.variant ?? null, record);
}

function candidatesOf(
  parts: PlanParts,
  request: PlanRequest,
  name: string,
  record: RoutingRecord | undefined,
): Candidate[] {
  const found = parts.catalogue.resolve(name);
  if (!found) {
    if (request.models.length === 1) throw unknownModel(parts.catalogue, name);
    return passOver(record, "unknown_model", name);
  }
  const { model, variant } = found;
  const guarded = parts.guardrails.effective(request.caller).routing;
  if (!model.outputModalities.includes(request.makes)) return passOver(record, "modality", model.id);
  const refusal = modelRefusal(guarded, model, variant);
  if (refusal) return passOver(record, `guardrail:${refusal.source.name}`, model.id);
  const admitted = parts.catalogue.endpointsOf(name).flatMap((endpoint) => {
    const unsupported = request.refuses?.(endpoint, model);
    if (unsupported !== undefined) return passOver(record, `unsupported:${unsupported}`, endpoint.id);
    return candidatesAt(parts, request, guarded, endpoint, name, record);
  });
  return inOrder(parts, request, admitted, variant, record);
}

/** Records that something is passed over. Returns no candidates. */
function passOver(record: RoutingRecord | undefined, reason: string, name: string): [] {
  notePassed(record, reason, name);
  return [];
}

function candidatesAt(
  parts: PlanParts,
  request: PlanRequest,
  guarded: RoutingLimits,
  endpoint: ModelEndpoint,
  requestedModel: string,
  record: RoutingRecord | undefined,
): Candidate[] {
  const provider = servingProvider(parts.providers, endpoint);
  if (!provider || !request.serves(provider)) return passOver(record, "operation", endpoint.id);
  const accesses = accessesIn(parts, request, endpoint, provider);
  if (record && !accesses.some(({ isByok }) => !isByok))
    notePassed(record, parts.systemCredentials.has(provider.id) ? "byok_only" : "credential", endpoint.id);
  const candidates: Candidate[] = [];
  for (const access of accesses) {
    const candidate = candidateOf(parts, request, endpoint, provider, access, requestedModel);
    const reason = reasonAgainst(parts, request, guarded, candidate);
    if (reason === undefined) candidates.push(candidate);
    else notePassed(record, reason, recordedName(candidate));
  }
  return candidates;
}

/** Returns the credentials for a model endpoint in the order to try. */
function accessesIn(parts: PlanParts, request: PlanRequest, endpoint: ModelEndpoint, provider: Provider): Access[] {
  const all = credentialsFor(parts, request.caller, endpoint, provider);
  if (all.length < 2) return all;
  // A video job is fetched later with the first system credential.
  const [first] = parts.systemCredentials.get(provider.id)?.keys ?? [];
  const isLasting = ({ systemKey }: Access) => systemKey === undefined || systemKey === first?.member.id;
  const accesses = request.makes === "video" ? all.filter(isLasting) : all;
  const { nowMs, random } = parts;
  const session = poolSession(request);
  return inPools(accesses, { endpointId: endpoint.id, session, nowMs, random });
}

/** Returns why a candidate may not serve a request; undefined if it may. */
function reasonAgainst(
  parts: PlanParts,
  request: PlanRequest,
  guarded: RoutingLimits,
  candidate: Candidate,
): string | undefined {
  const { endpoint, unpriced } = candidate;
  if (unpriced && !parts.serveUnpriced) return "unpriced";
  const unsupported = request.refusesCredential?.(candidate);
  if (unsupported !== undefined) return `unsupported:${unsupported}`;
  const refusal = endpointRefusal(guarded, endpoint);
  if (refusal) return `${refusal.isDataPolicy ? "data_policy" : "guardrail"}:${refusal.source.name}`;
  const { routing } = request;
  const region = regionReason(parts.dataRegions, guarded.allowedDataRegions, routing?.allowed_data_regions, candidate);
  if (region !== undefined) return region;
  return preferenceAgainst(request, candidate);
}

function candidateOf(
  parts: PlanParts,
  request: PlanRequest,
  listed: ModelEndpoint,
  provider: Provider,
  access: Access,
  requestedModel: string,
): Candidate {
  const { credential, baseUrl, isByok, own, turn, systemKey, member, choice, declaredZdr } = access;
  const listedPrices = parts.catalogue.pricesOf(listed.id, parts.nowMs, own?.id);
  const region = provider.structured?.priceRegion?.(credential);
  const prices = region === undefined ? listedPrices : regionalPrices(listedPrices, region);
  const endpoint = declaredZdr === null ? listed : { ...listed, zeroDataRetention: declaredZdr };
  const unpriced = isUnpriced(parts, request, listed, provider, prices);
  // Without a spread, which would copy it field by field.
  const candidate: Candidate = {
    requestedModel,
    endpoint,
    provider: request.adapter?.(provider, listed.upstreamModel, credential) ?? provider,
    prices,
    unpriced,
    credential,
    baseUrl,
    isByok,
    turn,
    systemKey,
    member,
    choice,
  };
  if (own) candidate.own = own;
  return candidate;
}

/** Sorts the candidates of one model, or of all (`orderOfCandidates`). */
function inOrder(
  parts: PlanParts,
  { routing, defaultSort }: PlanRequest,
  candidates: Candidate[],
  variant: string | null,
  record: RoutingRecord | undefined,
): Candidate[] {
  if (candidates.length === 0) return candidates;
  const sort = sortIn(routing) ?? sortOfVariant(variant) ?? defaultSort;
  const [first] = candidates;
  if (first && candidates.length === 1) {
    // It needs no reasons.
    const facts = [nameFacts(first, parts.nowMs)];
    record?.lists.push(sort ? { sort, candidates: facts } : { candidates: facts });
    return candidates;
  }
  const facts = candidates.map((candidate) => factsOf(parts, routing, candidate));
  passOverRejected(candidates, facts, parts.nowMs);
  const order = orderOfCandidates(facts, sort);
  const isAsListed = order.every((index, position) => index === position);
  record?.lists.push({ ...(sort && { sort }), candidates: facts, ...(!isAsListed && { order }) });
  return isAsListed ? candidates : order.map((index) => candidates[index] as Candidate);
}

/** The body takes precedence over the model name and the workspace. */
function sortIn(routing: ProviderRouting | null | undefined): SortBy | undefined {
  return (typeof routing?.sort === "object" ? routing.sort?.by : routing?.sort) ?? undefined;
}

function nameFacts({ endpoint, own, systemKey, turn, choice }: Candidate, nowMs: number): RecordedCandidate {
  const name: RecordedCandidate = { endpoint: endpoint.id, turn };
  if (own) name.own = own.id;
  if (systemKey) name.key = systemKey;
  if (choice) name.pool = poolFacts(choice, nowMs);
  return name;
}

/** Pauses candidates whose credential the provider rejected, if another credential of the same endpoint may be used. */
function passOverRejected(candidates: readonly Candidate[], facts: readonly RecordedCandidate[], nowMs: number): void {
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index] as Candidate;
    const untilMs = rejectionOf(candidate, nowMs);
    if (untilMs === 0) continue;
    const hasOther = candidates.some(
      (other) => other.endpoint.id === candidate.endpoint.id && rejectionOf(other, nowMs) === 0,
    );
    const own = facts[index];
    if (!hasOther || !own) continue;
    own.pausedMs = Math.max(own.pausedMs ?? 0, untilMs - nowMs);
    own.isRejected = true;
  }
}

function rejectionOf({ member, endpoint }: Candidate, nowMs: number): number {
  return rejectedUntil(member?.load.rejections, endpoint.id, nowMs);
}

function poolFacts({ by, tier, limitedUntilMs, isRejected }: PoolChoice, nowMs: number): PoolFacts {
  const isLimited = limitedUntilMs > nowMs;
  return { by, tier, ...(isLimited && { limitedMs: limitedUntilMs - nowMs }), ...(isRejected && { isRejected }) };
}

function factsOf(
  parts: PlanParts,
  routing: ProviderRouting | null | undefined,
  candidate: Candidate,
): RecordedCandidate {
  const { endpoint, prices } = candidate;
  const facts = nameFacts(candidate, parts.nowMs);
  const pausedMs = parts.circuits.opensAgainAt(circuitOf(candidate)) - parts.nowMs;
  if (pausedMs > 0) facts.pausedMs = pausedMs;
  const listed = orderOf(routing?.order, endpoint);
  if (listed !== undefined) facts.listed = listed;
  const health = parts.health.read(endpoint.id, parts.nowMs);
  if (routing && tooSlow(routing, health)) facts.isSlow = true;
  const price = typicalPrice(prices);
  if (price !== Number.MAX_SAFE_INTEGER) facts.price = Math.round(price * regionMultiplier(candidate));
  const { latencyMs, throughput, uptime30m } = health;
  if (latencyMs) facts.latency = round(latencyMs.p50);
  if (throughput) facts.throughput = round(throughput.p50);
  if (uptime30m !== null) facts.uptime = round(uptime30m);
  return facts;
}

/** Rounds a value that decides the order, because the ledger stores it. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
