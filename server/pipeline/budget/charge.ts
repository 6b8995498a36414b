import type { Catalogue } from "#server/catalogue/catalogue.ts";
import { geographyMultiplier } from "#server/catalogue/geography.ts";
import type { ModelEndpoint, Price } from "#server/catalogue/model.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { type Cost, costOf, sumOfCosts, type Terms } from "#server/ledger/prices/cost.ts";
import { geographyOf } from "#server/ledger/prices/geography.ts";
import { lessUsage } from "#server/ledger/prices/less-usage.ts";
import type { OtherModel } from "#server/ledger/prices/other-models.ts";
import { serviceTierOf } from "#server/ledger/prices/service-tier.ts";
import type { OtherUsage, Usage } from "#server/providers/usage/usage.ts";
import type { AttemptState } from "../attempts/attempt-state.ts";
import type { ModelCall } from "../model-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { type Candidate, termsOf } from "../planning/candidate.ts";

/** The cost of a request: the total, the called model's share, and the share of other models it used. */
export type Charge = { cost: Cost; own: Cost; others: OtherModel[]; serviceTier: string | null; unpriced: string[] };

/**
 * Returns the cost of a usage at a candidate, with the pricing terms reported in the response or set in the request.
 * Other models are charged at their own prices.
 */
export function chargeOf(
  { gateway, body, dialect }: Pick<ModelCall, "gateway" | "body" | "dialect">,
  candidate: Candidate,
  state: AttemptState,
  usage: Usage,
): Charge {
  const terms = textTerms(dialect, body, candidate, state);
  const used = (state.rawUsage && candidate.provider.otherUsage?.(state.rawUsage)) ?? [];
  const own = costOf(used.length > 0 ? withoutOthers(usage, used) : usage, candidate.prices, terms);
  const priced = used.map((other) => otherCost(gateway, candidate, other, terms));
  const cost = priced.length > 0 ? sumOfCosts([own, ...priced.map((one) => one.cost)]) : own;
  return {
    cost,
    own,
    others: priced.map(({ other }) => other),
    serviceTier: terms.serviceTier,
    unpriced: [...cost.unpriced, ...unpricedGeography(body, candidate, state)],
  };
}

/**
 * Returns the pricing terms of a request at a candidate: from the response if it reports them, else from the request.
 */
export function textTerms(
  dialect: ModelCall["dialect"],
  body: Body,
  candidate: Candidate,
  state: Pick<AttemptState, "rawUsage" | "serviceTier" | "isBatched" | "variant">,
): Terms & { serviceTier: string | null } {
  const { provider } = candidate;
  const variant =
    state.variant ??
    provider.textVariant?.(body, state.rawUsage) ??
    (dialect ? provider.native?.[dialect.id]?.variant?.(body) : undefined);
  const geography = placeOf(candidate) ?? geographyOf(body, state.rawUsage);
  const multiplier = geography === null ? undefined : geographyMultiplier(provider.id, geography);
  return {
    serviceTier: state.isBatched ? "batch" : serviceTierOf(body, state),
    ...termsOf(candidate, variant),
    ...(multiplier && { multiplierBasisPoints: multiplier }),
  };
}

/** Returns the geography that a candidate's credential decides; undefined if it does not. */
function placeOf({ provider, credential, endpoint }: Candidate): string | null | undefined {
  return provider.structured?.geography?.(credential, endpoint.upstreamModel);
}

/** Returns `geography` as unpriced if the upstream reports a geography for which we have no price. */
function unpricedGeography(body: Body, { provider }: Candidate, { rawUsage }: AttemptState): string[] {
  const geography = rawUsage?.inference_geo === undefined ? null : geographyOf(body, rawUsage);
  return geography !== null && geographyMultiplier(provider.id, geography) === undefined ? ["geography"] : [];
}

function withoutOthers(usage: Usage, others: readonly OtherUsage[]): Usage {
  return others.reduce((rest, other) => lessUsage(rest, other.usage), usage);
}

/** Request fees apply to the called model only. */
function otherCost(
  gateway: PipelineGateway,
  candidate: Candidate,
  { model, usage }: OtherUsage,
  { variant: _, ...terms }: Terms,
): { cost: Cost; other: OtherModel } {
  const { endpoint, prices } = pricesOfOther(gateway, candidate, model);
  const cost = costOf({ ...usage, requests: 0 }, prices, terms);
  const priceIds = cost.lines.map(({ priceId }) => priceId);
  return {
    cost,
    other: { model, modelEndpoint: endpoint?.id ?? null, usage, priceIds, unpriced: cost.unpriced },
  };
}

/**
 * Returns another model at a candidate's provider, by its upstream name, and its prices; no prices if it is unknown.
 */
export function pricesOfOther(
  { catalogue, now }: Pick<PipelineGateway, "catalogue" | "now">,
  { provider, own }: Candidate,
  model: string,
): { endpoint: ModelEndpoint | undefined; prices: readonly Price[] } {
  const endpoint = endpointNamed(catalogue, provider.id, model);
  return { endpoint, prices: endpoint ? catalogue.pricesOf(endpoint.id, now(), own?.id) : [] };
}

function endpointNamed(catalogue: Catalogue, provider: string, upstreamModel: string): ModelEndpoint | undefined {
  const own = catalogue.endpointsOfProvider(provider);
  const model = catalogue.find(upstreamModel)?.id;
  return own.find((one) => one.upstreamModel === upstreamModel) ?? own.find((one) => one.model === model);
}
