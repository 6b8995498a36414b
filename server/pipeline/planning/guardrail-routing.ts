import type { Model, ModelEndpoint } from "#server/catalogue/model.ts";
import { HttpError } from "#server/errors.ts";
import type { GuardrailSource, NameList, ProviderGroup, RoutingLimits } from "#server/guardrails/effective.ts";

/** Which guardrail keeps a call from a model or provider, and the rest of the sentence that begins with its name. */
export type RoutingRefusal = { source: GuardrailSource; reason: string };

/** Whether guardrails keep calls from a model, whoever serves it. `variant`: what was asked for after its name. */
export function modelRefusal(
  routing: RoutingLimits,
  model: Model,
  variant: string | null = null,
): RoutingRefusal | undefined {
  if (routing.allowedModels.length === 0 && routing.ignoredModels.length === 0) return undefined;
  const names = namesOf(model, variant);
  const refusing =
    routing.allowedModels.find((list) => !hasAny(list, names)) ??
    routing.ignoredModels.find((list) => hasAny(list, names));
  return refusing && { source: refusing.source, reason: `does not allow ${model.id}` };
}

/** Whether guardrails keep calls from one provider of a model. */
export function endpointRefusal(
  routing: RoutingLimits,
  { provider, model, zeroDataRetention }: ModelEndpoint,
): RoutingRefusal | undefined {
  const id = provider.toLowerCase();
  const refusing =
    routing.allowedProviders.find(({ names }) => !names.has(id)) ??
    routing.ignoredProviders.find(({ names }) => names.has(id));
  if (refusing) return { source: refusing.source, reason: `does not allow provider ${provider} of ${model}` };
  const source = zeroDataRetention ? undefined : routing.zeroDataRetention.get(groupOf(id));
  return source && { source, reason: `asks for zero data retention, which ${provider} does not offer for ${model}` };
}

/** 404, as for a model that is not there. */
export function refusalError({ source, reason }: RoutingRefusal): HttpError {
  const metadata = { guardrail_id: source.id, guardrail_name: source.name, guardrail_scope: source.scope };
  return new HttpError(404, `Guardrail "${source.name}" ${reason}.`, { metadata });
}

function namesOf({ id, canonicalSlug, aliases = [] }: Model, variant: string | null): string[] {
  const names = [id, canonicalSlug, ...aliases, ...(variant ? [`${id}:${variant}`] : [])];
  return names.map((name) => name.toLowerCase());
}

function hasAny({ names }: NameList, wanted: readonly string[]): boolean {
  return wanted.some((name) => names.has(name));
}

function groupOf(provider: string): ProviderGroup {
  return provider === "anthropic" || provider === "openai" || provider === "google" ? provider : "other";
}
