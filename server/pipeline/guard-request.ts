import type { Body, Dialect, TextSlot } from "#server/dialects/dialect.ts";
import { inlineFiles } from "#server/dialects/inline-files.ts";
import type { HttpError } from "#server/errors.ts";
import type { Applied } from "#server/guardrails/apply.ts";
import { applySlowly } from "#server/guardrails/apply-slowly.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { createGuard, type Guard } from "#server/guardrails/guard.ts";
import { createPacer } from "#server/guardrails/pacer.ts";
import { requestRefusal } from "./guard-refusal.ts";
import { jsonCopy } from "./json-copy.ts";

/** A request as guardrails let it pass. */
export type GuardedRequest = {
  /** The same object where nothing was redacted; the given one is never changed. */
  body: Body;
  /** Undefined where no guardrail reads texts. */
  guard: Guard | undefined;
  /** 403 for a request that must not go on. */
  refusal: HttpError | undefined;
  /** The texts in which something was found. */
  found: readonly { path: string; applied: Applied }[];
};

type Guarding = GuardedRequest | Promise<GuardedRequest>;

/**
 * Runs the rules for requests over every text of a body, whoever its upstream will be. Waits for nothing but turns of
 * the event loop while there is much to read; at once where there are no rules.
 */
export function guardRequest(dialect: Dialect, body: Body, effective: EffectiveGuardrail): Guarding {
  return guardBody((some) => readable(dialect, some), body, effective);
}

/** Every text of a body, and what of it cannot be read. It finds them in a copy in the same order. */
export type RequestLens = (body: Body) => { slots: TextSlot[]; closed: string[] };

/** The same for a body of any operation. */
export function guardBody(lens: RequestLens, body: Body, effective: EffectiveGuardrail): Guarding {
  const guard = createGuard(effective);
  if (!guard || effective.input.length === 0) return { body, guard, refusal: undefined, found: [] };
  return inspect(lens, body, guard);
}

async function inspect(lens: RequestLens, body: Body, guard: Guard): Promise<GuardedRequest> {
  const { effective } = guard;
  const { slots, closed } = lens(body);
  const found = await scan(guard, slots);
  const inspected: Guard = {
    ...guard,
    notInspected: closed.slice(0, MOST_NAMED),
    restorable: effective.restorePlaceholders ? guard.placeholders.named() : guard.restorable,
  };
  const isBlocked = found.some(({ applied }) => applied.verdict === "blocked");
  const texts = found.map(({ path, applied }) => ({ path, applied }));
  if (isBlocked) return { body, guard: inspected, refusal: requestRefusal(inspected), found: texts };
  return { body: redacted(lens, body, found), guard: inspected, refusal: undefined, found: texts };
}

/** Parts that cannot be read are named up to here. */
const MOST_NAMED = 100;

type Found = { index: number; path: string; applied: Applied };

function readable(dialect: Dialect, body: Body): { slots: TextSlot[]; closed: string[] } {
  const { texts, closed } = inlineFiles(body);
  return { slots: [...dialect.texts(body), ...texts], closed };
}

async function scan({ effective, placeholders, findings }: Guard, slots: readonly TextSlot[]): Promise<Found[]> {
  const pacer = createPacer();
  const found: Found[] = [];
  const general = effective.input.filter(({ scanScope }) => scanScope === "all_messages");
  if (effective.input.some(({ action }) => action === "redact")) for (const { text } of slots) placeholders.avoid(text);
  for (const [index, { role, path, text }] of slots.entries()) {
    const rules = role === "user" ? effective.input : general;
    if (rules.length === 0 || text === "") continue;
    const applied = await applySlowly(rules, text, placeholders, pacer);
    if (applied.matches.length === 0 && applied.shadow.length === 0) continue;
    findings.add(applied.matches, "input");
    findings.add(applied.shadow, "input");
    found.push({ index, path, applied });
  }
  return found;
}

// Presets and remembered items are shared by calls, so that what is changed is a copy.
function redacted(lens: RequestLens, body: Body, found: readonly Found[]): Body {
  const changed = found.filter(({ applied }) => applied.verdict === "redacted");
  if (changed.length === 0) return body;
  const copy = jsonCopy(body);
  const { slots } = lens(copy);
  for (const { index, applied } of changed) slots[index]?.replace(applied.text);
  return copy;
}
