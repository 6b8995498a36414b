import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { dataAt } from "#server/dialects/text-slots.ts";
import { HttpError } from "#server/errors.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import type { MediaOperation } from "../media/media-operation.ts";
import { type GuardedRequest, guardBody, type RequestTextFinder } from "./guard-request.ts";

/**
 * Applies the input rules to the texts of a media request. Rejects a text that the gateway cannot read if a rule is
 * enforced, since it would bypass the rules.
 */
export async function guardMedia<Request, Result, Piece>(
  { findTexts, hides }: MediaOperation<Request, Result, Piece>,
  body: Body,
  effective: EffectiveGuardrail,
): Promise<GuardedRequest> {
  const guarded = await guardBody((some) => withOptions(findTexts(some), some), body, effective);
  const hidden = guarded.refusal ? undefined : hides?.(body as Request);
  const enforced = effective.input.find(({ action, shadow }) => action !== "flag" && !shadow);
  if (hidden === undefined || !enforced) return guarded;
  const { id, name, scope } = enforced.source;
  const metadata = { guardrail_id: id, guardrail_name: name, guardrail_scope: scope };
  return { ...guarded, refusal: new HttpError(403, `Guardrail "${name}" reads texts, and ${hidden}`, { metadata }) };
}

/** Includes provider options, which are passed through unchanged and may contain text. */
function withOptions(
  { slots, unreadable }: ReturnType<RequestTextFinder>,
  { provider }: Body,
): ReturnType<RequestTextFinder> {
  const passed: TextSlot[] = isRecord(provider) ? dataAt(provider, "options", "provider.options", "user") : [];
  return { slots: [...slots, ...passed], unreadable };
}
