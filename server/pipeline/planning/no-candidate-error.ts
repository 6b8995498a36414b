import type { Principal } from "#server/caller/principal.ts";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { Modality, Model, ModelEndpoint, Retirement } from "#server/catalogue/model.ts";
import { successorOf } from "#server/catalogue/retirements/successor-of.ts";
import { unpricedParts } from "#server/catalogue/unpriced-parts.ts";
import { HttpError } from "#server/errors.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { unpricedError } from "../budget/unpriced-error.ts";
import { type Access, callsModel, credentialsFor } from "./credentials-for.ts";
import { endpointRefusal, modelRefusal, refusalError } from "./guardrail-routing.ts";
import type { PlanParts, PlanRequest } from "./plan-request.ts";
import { excludedEndpoints, exclusionSummary } from "./record/explain-exclusion.ts";
import type { RoutingRecord } from "./record/routing-record.ts";
import { regionDenial } from "./region-denial.ts";
import { isUnpriced, unpricedInTier } from "./unpriced-call.ts";

/** Returns the 404 for a model name that is not in the catalogue, with similar names. */
export function unknownModel(catalogue: Catalogue, name: string): HttpError {
  const retired = catalogue.retired(name);
  if (retired?.retirement) return retiredModel(catalogue, retired.id, retired.retirement);
  const near = catalogue.suggest(name);
  const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  const message = `No such model: ${name.slice(0, 200)}.${unservedVariant(catalogue, name)}${hint}`;
  return new HttpError(404, message, { metadata: { reason: "unknown_model", suggestions: near } });
}

function retiredModel(catalogue: Catalogue, id: string, retirement: Retirement): HttpError {
  const { successor, upstreamSuccessor } = successorOf(catalogue, id, retirement);
  const unlisted = upstreamSuccessor ? ` Its successor, ${upstreamSuccessor}, is not in the catalogue.` : "";
  const hint = successor ? ` Use ${successor} instead.` : unlisted;
  const message = `No such model: ${id} was retired on ${retirement.retiresOn}.${hint}`;
  return new HttpError(404, message, {
    metadata: { reason: "retired_model", suggestions: successor ? [successor] : [] },
  });
}

/** Returns a hint for a known model name with an unknown suffix. */
function unservedVariant(catalogue: Catalogue, name: string): string {
  const colon = name.lastIndexOf(":");
  const model = colon < 0 ? undefined : catalogue.find(name.slice(0, colon));
  return model ? ` ${model.id} is not served as "${name.slice(colon, colon + 50)}".` : "";
}

/**
 * Returns the error for a request that no candidate may serve: 404, or 400 if none supports it, with the reason.
 * `passed`: what the planner passed over.
 */
export function nothingServes(parts: PlanParts, request: PlanRequest, passed: RoutingRecord["passed"]): HttpError {
  const name = request.models.find((model) => parts.catalogue.resolve(model)) ?? (request.models[0] as string);
  const found = parts.catalogue.resolve(name);
  if (!found) return unknownModel(parts.catalogue, name);
  const { model, variant } = found;
  if (!model.outputModalities.includes(request.makes)) return makesSomethingElse(model, request.makes);
  const guarded = parts.guardrails.effective(request.caller).routing;
  const deniedModel = modelRefusal(guarded, model, variant);
  if (deniedModel) return refusalError(deniedModel);
  const endpoints = parts.catalogue.endpointsOf(name).filter((endpoint) => {
    const known = servingProvider(parts.providers, endpoint);
    return known !== undefined && request.serves(known);
  });
  const accessible = endpoints.filter((endpoint) => credentialsAt(parts, request.caller, endpoint).length > 0);
  if (accessible.length === 0 && endpoints.some((endpoint) => systemCovers(parts, endpoint)))
    return noProvider(`${model.id} requires one of your own provider keys (BYOK), and none applies to this request.`);
  if (accessible.length === 0) {
    const variables = endpoints.map(({ provider }) => parts.providers.get(provider)?.keyVariable).filter(Boolean);
    const hint =
      variables.length > 0
        ? ` Set ${[...new Set(variables)].slice(0, 3).join(" or ")}, or add a provider key in the console.`
        : "";
    return noProvider(`No provider that serves ${model.id} has a key.${hint}`);
  }
  const reasons = accessible.map((endpoint) => request.refuses?.(endpoint, model));
  if (reasons[0] && reasons.every(Boolean)) return new HttpError(400, `Invalid request: ${reasons[0]}`);
  const refusedKeys = accessible.flatMap((endpoint) =>
    credentialsAt(parts, request.caller, endpoint).map(({ isByok }) =>
      request.refusesCredential?.({ endpoint, isByok }),
    ),
  );
  if (refusedKeys[0] && refusedKeys.every(Boolean)) return new HttpError(400, `Invalid request: ${refusedKeys[0]}`);
  const pricesAt = ({ id }: ModelEndpoint) => parts.catalogue.pricesOf(id, parts.nowMs);
  const providerOf = (endpoint: ModelEndpoint) => servingProvider(parts.providers, endpoint);
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
  const refusals = accessible.map(
    (endpoint) =>
      endpointRefusal(guarded, endpoint) ?? regionDenial(parts, request.caller, guarded.allowedDataRegions, endpoint),
  );
  if (refusals[0] && refusals.every(Boolean)) return refusalError(refusals[0]);
  return noneMatches(model, passed);
}

function noProvider(message: string): HttpError {
  return new HttpError(404, message, { metadata: { reason: "no_provider" } });
}

/** Names every candidate that was excluded, and what excludes it. */
function noneMatches(model: Model, passed: RoutingRecord["passed"]): HttpError {
  const nameOf = (endpoint: string) =>
    endpoint.startsWith(`${model.id}@`) ? endpoint.slice(model.id.length + 1) : endpoint;
  const summary = exclusionSummary(passed, nameOf);
  const why = summary === "" ? "" : ` Excluded: ${summary}.`;
  const message = `No provider of ${model.id} matches the request's provider preferences.${why}`;
  return new HttpError(404, message, { metadata: { reason: "no_provider", excluded: excludedEndpoints(passed) } });
}

function makesSomethingElse({ id, outputModalities }: Model, modality: Modality): HttpError {
  return new HttpError(400, `Invalid request: model: ${id} makes ${outputModalities.join(" and ")}, not ${modality}`);
}

/** Returns whether the provider's system credential can call a model endpoint. */
function systemCovers({ systemCredentials, providers }: PlanParts, endpoint: ModelEndpoint): boolean {
  const system = systemCredentials.get(endpoint.provider);
  const provider = servingProvider(providers, endpoint);
  return system !== undefined && provider !== undefined && callsModel(provider, system.credential, endpoint);
}

function credentialsAt(parts: PlanParts, caller: Principal, endpoint: ModelEndpoint): Access[] {
  const provider = parts.providers.get(endpoint.provider);
  return provider ? credentialsFor(parts, caller, endpoint, provider) : [];
}
