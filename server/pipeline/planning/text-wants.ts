import type { ModelEndpoint } from "#server/catalogue/model.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { onlyForGoogle, storedAtGoogle } from "#server/dialects/request/google-request.ts";
import { serviceTierOf } from "#server/ledger/prices/service-tier.ts";
import { servingProvider } from "#server/providers/serving.ts";
import { findUnsupportedFields, type Providers, requiresAll } from "../converted/dropped-fields.ts";
import { textAdapter } from "../converted/text-adapter.ts";
import { parametersOf } from "./parameters.ts";
import type { PlanRequest } from "./plan-request.ts";

type Wants = Pick<
  PlanRequest,
  "parameters" | "makes" | "serves" | "adapter" | "refuses" | "refusesCredential" | "serviceTier"
>;

/** Returns what a text request requires of its candidates. */
export function textWants(dialect: Dialect, body: Body, providers: Providers): Wants {
  if (dialect.id === "completions") return completionWants(body, providers);
  return {
    parameters: parametersOf(body),
    serviceTier: serviceTierOf(body, {}),
    makes: "text",
    serves: (provider) => provider.text !== undefined || provider.native?.[dialect.id] !== undefined,
    adapter: (provider, model, credential) => textAdapter(provider, { dialect: dialect.id, body, model, credential }),
    ...refusing(dialect, body, providers),
    ...needingOwnKey(body),
  };
}

/** Returns why a candidate cannot serve a body that uses what a provider key stores: it may belong to anyone else. */
function needingOwnKey(body: Body): Pick<Wants, "refusesCredential"> {
  const stored = storedAtGoogle(body);
  if (stored.length === 0) return {};
  const names = stored.map(({ field }) => field).slice(0, 10);
  const why = `${names.join(", ")}: stored at Google under a provider key of your own (BYOK), which the request needs`;
  return {
    refusesCredential: ({ endpoint, isByok }) =>
      isByok && stored.every(({ provider }) => provider === endpoint.provider) ? undefined : why,
  };
}

/** Returns why a model endpoint cannot serve a body: it lacks a parameter that must not be dropped. */
function refusing(dialect: Dialect, body: Body, providers: Providers): Pick<Wants, "refuses"> {
  const only = onlyForGoogle(body);
  const requires = requiresAll(body);
  if (only.length === 0 && !requires) return {};
  return {
    refuses: (endpoint) =>
      (only.length > 0 && servingProvider(providers, endpoint)?.family !== "google"
        ? `${only.slice(0, 10).join(", ")}: only Google can serve this, with its own models`
        : undefined) ?? (requires ? findUnsupportedFields(dialect, body, endpoint, providers) : undefined),
  };
}

/** Text completions are not converted: a chat does not continue a text, and cannot fill a gap in one. */
function completionWants(body: Body, providers: Providers): Wants {
  return {
    parameters: parametersOf(body),
    makes: "text",
    serves: (provider) => provider.native?.completions !== undefined,
    refuses: (endpoint) =>
      hasCompletions(endpoint, providers) ? undefined : `model: ${endpoint.model} has no text completions`,
  };
}

/** Returns whether a model endpoint has text completions. */
export function hasCompletions(endpoint: ModelEndpoint, providers: Providers): boolean {
  const native = servingProvider(providers, endpoint)?.native?.completions;
  return native !== undefined && native.models?.test(endpoint.upstreamModel) !== false;
}
