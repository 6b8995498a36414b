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
  private_url: () => "Passed over: the request contains a URL in a private network.",
  unknown_model: () => "Passed over: there is no such model.",
  modality: () => "Passed over: the model does not make this kind of output.",
};

/** Returns the reason and the sentence for a key of `RoutingRecord.passed`. */
export function explainPassed(key: string): { reason: string; explanation: string } {
  const at = key.indexOf(":");
  const reason = at < 0 ? key : key.slice(0, at);
  const detail = at < 0 ? "" : key.slice(at + 1).replace(/\.$/, "");
  return { reason, explanation: SENTENCES[reason]?.(detail) ?? `Passed over: ${reason}.` };
}
