import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { isRecord } from "#server/dialects/read-field.ts";
import { dataAt } from "#server/dialects/text-lens.ts";
import { HttpError } from "#server/errors.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import type { MediaOperation } from "../media/media-operation.ts";
import { type GuardedRequest, guardBody, type RequestLens } from "./guard-request.ts";

/**
 * Runs the rules for requests over the texts of a media call. A text that nobody here can read would walk around them:
 * where a rule is enforced it is refused.
 */
export async function guardMedia<Request, Result, Piece>(
  { lens, hides }: MediaOperation<Request, Result, Piece>,
  body: Body,
  effective: EffectiveGuardrail,
): Promise<GuardedRequest> {
  const guarded = await guardBody((some) => withOptions(lens(some), some), body, effective);
  const hidden = guarded.refusal ? undefined : hides?.(body as Request);
  const enforced = effective.input.find(({ action, shadow }) => action !== "flag" && !shadow);
  if (hidden === undefined || !enforced) return guarded;
  const { id, name, scope } = enforced.source;
  const metadata = { guardrail_id: id, guardrail_name: name, guardrail_scope: scope };
  return { ...guarded, refusal: new HttpError(403, `Guardrail "${name}" reads texts, and ${hidden}`, { metadata }) };
}

/** What is passed on to a provider as it is may hold texts too. */
function withOptions({ slots, closed }: ReturnType<RequestLens>, { provider }: Body): ReturnType<RequestLens> {
  const passed: TextSlot[] = isRecord(provider) ? dataAt(provider, "options", "provider.options", "user") : [];
  return { slots: [...slots, ...passed], closed };
}
