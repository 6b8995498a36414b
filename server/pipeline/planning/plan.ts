import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Health } from "#server/catalogue/health.ts";
import type { Modality, Model, ModelEndpoint, Price } from "#server/catalogue/model.ts";
import type { Charges } from "#server/catalogue/priced.ts";
import { type SortBy, sortOfVariant } from "#server/catalogue/sorting-variant.ts";
import { isFullyPriced, unpricedParts } from "#server/catalogue/unpriced-parts.ts";
import { HttpError } from "#server/errors.ts";
import type { GuardrailDirectory } from "#server/guardrails/directory.ts";
import type { RoutingLimits } from "#server/guardrails/effective.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { UsageUnit } from "#server/providers/usage/usage.ts";
import { type Circuits, circuitOf } from "../attempts/circuit-breaker.ts";
import { unpricedError } from "../budget/unpriced-error.ts";
import type { Candidate } from "./candidate.ts";
import { type Access, type CredentialParts, credentialsFor } from "./credentials-for.ts";
import { endpointRefusal, modelRefusal, refusalError } from "./guardrail-routing.ts";
import { allowsEndpoint, orderOf, tooSlow } from "./preferences.ts";
import { typicalPrice } from "./price-order.ts";

export type PlanParts = CredentialParts & {
  catalogue: Catalogue;
  health: Health;
  circuits: Circuits;
  providers: ReadonlyMap<string, Provider>;
  guardrails: GuardrailDirectory;
  /** Whether to serve model endpoints without a price. */
  serveUnpriced: boolean;
  nowMs: number;
};

export type PlanRequest = {
  caller: Principal;
  /** The requested models, first choice first. */
  models: readonly string[];
  routing: ProviderRouting | null | undefined;
  /** How to sort if neither `routing` nor the model name says so. */
  defaultSort?: SortBy | undefined;
  /** Body fields that a model may not support. */
  parameters: readonly string[];
  /** The output modality that the model must have. */
  makes: Modality;
  /** Returns whether the provider supports the operation. */
  serves(provider: Provider): boolean;
  /** Returns why a model endpoint cannot serve the body, as a sentence for the caller; undefined if it can. */
  refuses?(endpoint: ModelEndpoint, model: Model): string | undefined;
  /** The service tier in the body, if it has separate prices. */
  serviceTier?: string | null;
  /** Returns the units of the call that may be priced separately at a model endpoint. */
  charges?(endpoint: ModelEndpoint): Charges;
};

/**
 * Returns every candidate in the order to try: models as requested, and each model's endpoints by the caller's
 * preferences. Throws 404 if a model is unknown or no endpoint may serve it, 400 if none supports the request; the
 * message gives the reason.
 */
export function plan(parts: PlanParts, request: PlanRequest): Candidate[] {
  const byModel = request.models.map((model) => candidatesOf(parts, request, model));
  const candidates = sortsAcross(request.routing) ? acrossModels(parts, request, byModel.flat()) : byModel.flat();
  if (candidates.length === 0) throw nothingServes(parts, request);
  const { allow_fallbacks: allowsFallbacks, order } = request.routing ?? {};
  return allowsFallbacks !== false || order?.length ? candidates : onlyFirstEndpoints(candidates);
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
function acrossModels(parts: PlanParts, request: PlanRequest, candidates: Candidate[]): Candidate[] {
  const [first = ""] = request.models;
  return inOrder(parts, request, candidates, parts.catalogue.resolve(first)?.variant ?? null);
}

function candidatesOf(parts: PlanParts, request: PlanRequest, name: string): Candidate[] {
  const found = parts.catalogue.resolve(name);
  if (!found) {
    if (request.models.length === 1) throw unknownModel(parts.catalogue, name);
    return [];
  }
  const { model, variant } = found;
  const guarded = parts.guardrails.effective(request.caller).routing;
  if (!model.outputModalities.includes(request.makes) || modelRefusal(guarded, model, variant)) return [];
  const admitted = parts.catalogue
    .endpointsOf(name)
    .filter((endpoint) => request.refuses?.(endpoint, model) === undefined)
    .flatMap((endpoint) => candidatesAt(parts, request, guarded, endpoint, name));
  return inOrder(parts, request, admitted, variant);
}

function candidatesAt(
  parts: PlanParts,
  request: PlanRequest,
  guarded: RoutingLimits,
  endpoint: ModelEndpoint,
  requestedModel: string,
): Candidate[] {
  const provider = parts.providers.get(endpoint.provider);
  if (!provider || !request.serves(provider)) return [];
  return credentialsFor(parts, request.caller, endpoint, provider)
    .map((access) => ({ requestedModel, ...candidateOf(parts, request, endpoint, provider, access) }))
    .filter(({ unpriced }) => parts.serveUnpriced || !unpriced)
    .filter((candidate) => !endpointRefusal(guarded, candidate.endpoint))
    .filter(({ endpoint: at, prices, unpriced }) =>
      allowsEndpoint(request.routing, at, { money: prices, isPriced: !unpriced }, request.parameters),
    );
}

function candidateOf(
  parts: PlanParts,
  request: PlanRequest,
  listed: ModelEndpoint,
  provider: Provider,
  access: Access,
): Omit<Candidate, "requestedModel"> {
  const { credential, baseUrl, isByok, own, turn, declaredZdr } = access;
  const prices = parts.catalogue.pricesOf(listed.id, parts.nowMs, own?.id);
  const endpoint = declaredZdr === null ? listed : { ...listed, zeroDataRetention: declaredZdr };
  const unpriced = isUnpriced(parts, request, listed, provider, prices);
  return { endpoint, provider, prices, unpriced, credential, baseUrl, isByok, turn, ...(own && { own }) };
}

function isUnpriced(
  { catalogue }: PlanParts,
  request: PlanRequest,
  endpoint: ModelEndpoint,
  provider: Provider | undefined,
  prices: readonly Price[],
): boolean {
  const output = catalogue.find(endpoint.model)?.outputModalities ?? [];
  if (!isFullyPriced(output, endpoint, prices, request.charges?.(endpoint))) return true;
  return unpricedInTier(request, provider, prices).length > 0;
}

/** Returns the token units of a text call that have no price in the requested service tier. */
function unpricedInTier(
  { serviceTier }: PlanRequest,
  provider: Provider | undefined,
  prices: readonly Price[],
): UsageUnit[] {
  if (!serviceTier) return [];
  const terms = { serviceTier, soldTiers: provider?.soldTiers ?? [] };
  return costOf({ input_tokens: 1, output_tokens: 1 }, prices, terms).unpriced;
}

/**
 * Sorts candidates: open circuits last, then by the caller's provider order, then BYOK credentials, BYOK fallbacks and
 * system credentials, then by the requested measure or by price weighted with recent health. Credentials of one model
 * endpoint in the same turn stay together in their order.
 */
function inOrder(
  parts: PlanParts,
  { routing, defaultSort }: PlanRequest,
  candidates: Candidate[],
  variant: string | null,
): Candidate[] {
  if (candidates.length < 2) return candidates;
  const sort = sortIn(routing) ?? sortOfVariant(variant) ?? defaultSort;
  const pausedUntil = (candidate: Candidate) => {
    const untilMs = parts.circuits.opensAgainAt(circuitOf(candidate));
    return untilMs > parts.nowMs ? untilMs : 0;
  };
  const groups = Map.groupBy(candidates, ({ endpoint, turn }) => `${turn} ${endpoint.id}`);
  const ranked = [...groups.values()].map((group) => {
    group.sort((a, b) => pausedUntil(a) - pausedUntil(b));
    const first = group[0] as Candidate;
    return { group, rank: [pausedUntil(first), ...rankOf(parts, routing, sort, first)] };
  });
  return ranked.sort((a, b) => compare(a.rank, b.rank)).flatMap(({ group }) => group);
}

/** The body takes precedence over the model name and the workspace. */
function sortIn(routing: ProviderRouting | null | undefined): SortBy | undefined {
  return (typeof routing?.sort === "object" ? routing.sort?.by : routing?.sort) ?? undefined;
}

function rankOf(
  parts: PlanParts,
  routing: ProviderRouting | null | undefined,
  sort: SortBy | undefined,
  { endpoint, prices, turn }: Candidate,
): number[] {
  const health = parts.health.read(endpoint.id, parts.nowMs);
  const measures = {
    price: typicalPrice(prices),
    latency: health.latencyMs?.p50 ?? Number.MAX_SAFE_INTEGER,
    throughput: -(health.throughput?.p50 ?? 0),
    exacto: 100 - (health.uptime30m ?? 100),
  };
  return [
    orderOf(routing?.order, endpoint),
    turn,
    routing && tooSlow(routing, health) ? 1 : 0,
    sort ? measures[sort] : weighted(measures.price, health.uptime30m),
  ];
}

/** A provider that fails half its calls must be four times cheaper to come first. */
function weighted(price: number, uptimePercent: number | null): number {
  const share = Math.max(uptimePercent ?? 100, 1) / 100;
  return price / (share * share);
}

function compare(a: number[], b: number[]): number {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function unknownModel(catalogue: Catalogue, name: string): HttpError {
  const near = catalogue.suggest(name);
  const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  const message = `No such model: ${name.slice(0, 200)}.${unservedVariant(catalogue, name)}${hint}`;
  return new HttpError(404, message, { metadata: { suggestions: near } });
}

/** Returns a hint for a known model name with an unknown suffix. */
function unservedVariant(catalogue: Catalogue, name: string): string {
  const colon = name.lastIndexOf(":");
  const model = colon < 0 ? undefined : catalogue.find(name.slice(0, colon));
  return model ? ` ${model.id} is not served as "${name.slice(colon, colon + 50)}".` : "";
}

function nothingServes(parts: PlanParts, request: PlanRequest): HttpError {
  const name = request.models.find((model) => parts.catalogue.find(model)) ?? (request.models[0] as string);
  const found = parts.catalogue.resolve(name);
  if (!found) return unknownModel(parts.catalogue, name);
  const { model, variant } = found;
  if (!model.outputModalities.includes(request.makes)) return makesSomethingElse(model, request.makes);
  const guarded = parts.guardrails.effective(request.caller).routing;
  const deniedModel = modelRefusal(guarded, model, variant);
  if (deniedModel) return refusalError(deniedModel);
  const endpoints = parts.catalogue.endpointsOf(name).filter(({ provider }) => {
    const known = parts.providers.get(provider);
    return known !== undefined && request.serves(known);
  });
  const accessible = endpoints.filter((endpoint) => credentialsAt(parts, request.caller, endpoint).length > 0);
  if (accessible.length === 0 && endpoints.some(({ provider }) => parts.systemCredentials.has(provider)))
    return new HttpError(
      404,
      `${model.id} requires one of your own provider keys (BYOK), and none applies to this request.`,
    );
  if (accessible.length === 0) {
    const variables = endpoints.map(({ provider }) => parts.providers.get(provider)?.keyVariable).filter(Boolean);
    const hint =
      variables.length > 0 ? ` Set ${[...new Set(variables)].slice(0, 3).join(" or ")}, or add a credential.` : "";
    return new HttpError(404, `No provider of ${model.id} has a credential here.${hint}`);
  }
  const reasons = accessible.map((endpoint) => request.refuses?.(endpoint, model));
  if (reasons[0] && reasons.every(Boolean)) return new HttpError(400, `Invalid request: ${reasons[0]}`);
  const pricesAt = ({ id }: ModelEndpoint) => parts.catalogue.pricesOf(id, parts.nowMs);
  const providerOf = ({ provider }: ModelEndpoint) => parts.providers.get(provider);
  const hasNoPrice = (at: ModelEndpoint) => isUnpriced(parts, request, at, providerOf(at), pricesAt(at));
  if (!parts.serveUnpriced && accessible.every(hasNoPrice)) {
    const first = accessible[0] as ModelEndpoint;
    const missing = unpricedParts(model.outputModalities, first, pricesAt(first), request.charges?.(first));
    if (missing.length > 0) return unpricedError(model, first, missing);
    const inTier = unpricedInTier(request, providerOf(first), pricesAt(first));
    return unpricedError(
      model,
      first,
      inTier.map((unit) => ({ unit, variant: null })),
      request.serviceTier,
    );
  }
  const refusals = accessible.map((endpoint) => endpointRefusal(guarded, endpoint));
  if (refusals[0] && refusals.every(Boolean)) return refusalError(refusals[0]);
  return new HttpError(404, `No provider of ${model.id} matches the request's provider preferences.`);
}

function makesSomethingElse({ id, outputModalities }: Model, modality: Modality): HttpError {
  return new HttpError(400, `Invalid request: model: ${id} makes ${outputModalities.join(" and ")}, not ${modality}`);
}

function credentialsAt(parts: PlanParts, caller: Principal, endpoint: ModelEndpoint): Access[] {
  const provider = parts.providers.get(endpoint.provider);
  return provider ? credentialsFor(parts, caller, endpoint, provider) : [];
}
