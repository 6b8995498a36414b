import type { TextSlot } from "#server/dialects/dialect.ts";
import type { InlineDocument } from "#server/dialects/request/inline-files.ts";
import { readDocuments } from "#server/guardrails/documents/read-documents.ts";
import type { EffectiveRule } from "#server/guardrails/effective.ts";
import type { StopSignal } from "#server/stop-signal.ts";

/** The texts of documents. `stillUnreadable`: returns which unreadable parts could not be read completely. */
export type ReadDocuments = { slots: TextSlot[]; stillUnreadable: (unreadable: readonly string[]) => string[] };

/** Reads the documents of a request as texts that rules can search but not change. */
export async function readableDocuments(
  documents: readonly InlineDocument[],
  signal?: StopSignal,
): Promise<ReadDocuments> {
  const read = await readDocuments(documents, signal);
  const slots: TextSlot[] = [];
  const open = new Set<string>();
  for (const [index, { path, name }] of documents.entries()) {
    const one = read[index];
    if (one?.isWhole) open.add(name);
    if (one) slots.push({ role: "user", path, text: one.text, replace: () => undefined, isFixed: true });
  }
  return { slots, stillUnreadable: (unreadable) => unreadable.filter((name) => !open.has(name)) };
}

const fixed = new WeakMap<EffectiveRule, EffectiveRule>();

/** Returns a blocking version of a redacting rule: a document cannot be redacted and must not be sent unchanged. */
export function fixedRule(rule: EffectiveRule): EffectiveRule {
  if (rule.action !== "redact") return rule;
  const known = fixed.get(rule);
  if (known) return known;
  const name = `${rule.name} in a document, where nothing can be redacted`;
  const blocking: EffectiveRule = { ...rule, name, action: "block" };
  fixed.set(rule, blocking);
  return blocking;
}
