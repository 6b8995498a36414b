import type { RoutingRecord } from "./routing-record.ts";

type Explain = (detail: string) => string;

/** Why a candidate was passed over, by the reason in the routing record. */
const SENTENCES: Readonly<Record<string, Explain>> = {
  credential: () => "Passed over: there is no credential for this provider.",
  byok_only: () => "Passed over with the system credential: your own provider keys exclude it.",
  operation: () => "Passed over: the provider does not support this operation.",
  unsupported: (detail) => `Passed over: ${detail}.`,
  unpriced: () => "Passed over: some of its billing units have no price.",
  guardrail: (name) => `Passed over: guardrail "${name}" does not allow it.`,
  data_policy: (name) => `Passed over: guardrail "${name}" requires zero data retention, which it does not offer.`,
  region_policy: (name) => `Passed over: guardrail "${name}" does not allow the region in which it processes data.`,
  data_region: (region) =>
    `Passed over: ${placeOf(region)}, which the request's \`provider.allowed_data_regions\` excludes.`,
  only: () => "Passed over: it is not in the request's `provider.only`.",
  ignore: () => "Passed over: the request's `provider.ignore` names it.",
  order: () => "Passed over: it is not in the request's `provider.order`, and fallbacks are off.",
  quantizations: () => "Passed over: the request's `provider.quantizations` does not include its quantization.",
  zdr: () => "Passed over: the request requires zero data retention, which it does not offer.",
  data_collection: () => "Passed over: it may train on prompts, which the request does not allow.",
  parameters: (names) => `Passed over: it does not support ${names}, and the request requires its parameters.`,
  max_price: () => "Passed over: it costs more than the request's `provider.max_price`.",
  fallbacks: () => "Passed over: the request allows no other provider than the first.",
  limit: () => "Passed over: a spending limit does not cover the system credential.",
  rate_limit: () => "Passed over: a rate limit of its model was reached.",
  private_url: () => "Passed over: the request contains a URL in a private network.",
  unknown_model: () => "Passed over: there is no such model.",
  modality: () => "Passed over: the model does not make this kind of output.",
};

const placeOf = (region: string) =>
  region === "unknown"
    ? "the region in which it processes data is unknown"
    : `it processes data in the region "${region}"`;

/** Returns the reason and the sentence for a key of `RoutingRecord.passed`. */
export function explainExclusion(key: string): { reason: string; explanation: string } {
  const at = key.indexOf(":");
  const reason = at < 0 ? key : key.slice(0, at);
  const detail = at < 0 ? "" : key.slice(at + 1).replace(/\.$/, "");
  return { reason, explanation: SENTENCES[reason]?.(detail) ?? `Passed over: ${reason}.` };
}

/** Reasons for which a model endpoint never was a candidate. */
const NO_CANDIDATE = new Set(["credential", "byok_only", "operation", "unknown_model", "modality"]);
const BY_GUARDRAIL = new Set(["guardrail", "data_policy", "region_policy"]);
/** Where the preference in `provider` has another name than the reason. */
const PREFERENCES: Readonly<Record<string, string>> = {
  parameters: "require_parameters",
  data_region: "allowed_data_regions",
};

/** A model endpoint that a request's preferences or guardrails exclude. */
export type Excluded = { endpoint_id: string; reason: string; explanation: string };

/** Returns the model endpoints that were excluded, with what excludes each. */
export function excludedEndpoints(passed: RoutingRecord["passed"]): Excluded[] {
  return exclusionsIn(passed).flatMap(([key, names]) =>
    endpointsOf(names).map((id) => ({ endpoint_id: id, ...explainExclusion(key) })),
  );
}

/** Returns a summary by what excludes them: `a, b by max_price; c by only`. `nameOf`: how it names an endpoint. */
export function exclusionSummary(passed: RoutingRecord["passed"], nameOf: (endpoint: string) => string): string {
  const parts = exclusionsIn(passed).map(
    ([key, names]) => `${endpointsOf(names).map(nameOf).join(", ")} by ${labelOf(key)}`,
  );
  return parts.join("; ");
}

function exclusionsIn(passed: RoutingRecord["passed"]) {
  return Object.entries(passed).filter(([key]) => !NO_CANDIDATE.has(explainExclusion(key).reason));
}

/** The names of candidates without their credentials. */
function endpointsOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.split(" ")[0] as string))];
}

function labelOf(key: string): string {
  const [reason = "", detail] = key.split(/:(.*)/s);
  if (BY_GUARDRAIL.has(reason)) return `guardrail "${detail}"`;
  const name = PREFERENCES[reason] ?? reason;
  return detail === undefined ? name : `${name} (${detail})`;
}
