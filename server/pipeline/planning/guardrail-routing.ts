import type { Model, ModelEndpoint } from "#server/catalogue/model.ts";
import { HttpError } from "#server/errors.ts";
import type { GuardrailSource, NameList, ProviderGroup, RoutingLimits } from "#server/guardrails/effective.ts";

/** Which guardrail forbids a model or provider. `reason` continues a sentence that starts with the guardrail's name. */
export type RoutingRefusal = { source: GuardrailSource; reason: string; isDataPolicy?: true };

/** Returns whether guardrails forbid a model at any provider. `variant`: the suffix after the model name. */
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

/** Returns whether guardrails forbid one provider of a model. */
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
  const reason = `requires zero data retention, which ${provider} does not offer for ${model}`;
  return source && { source, reason, isDataPolicy: true };
}

/** Returns a 404, as for an unknown model. */
export function refusalError({ source, reason }: RoutingRefusal): HttpError {
  const metadata = { guardrail_id: source.id, guardrail_name: source.name, guardrail_scope: source.scope };
  return new HttpError(404, `Guardrail "${source.name}" ${reason}.`, { metadata });
}

function namesOf({ id, canonicalSlug, aliases = [] }: Model, variant: string | null): string[] {
  const names = [id, canonicalSlug, ...aliases, ...(variant ? [`${id}:${variant}`] : [])];
  return names.map((name) => name.toLowerCase());
}

function hasAny({ names }: NameList, slugs: readonly string[]): boolean {
  return slugs.some((name) => names.has(name));
}

function groupOf(provider: string): ProviderGroup {
  return provider === "anthropic" || provider === "openai" || provider === "google" ? provider : "other";
}
