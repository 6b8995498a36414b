import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import type { Place } from "../chat/layout.ts";

/** What Google said alongside the content of a message. */
export type GoogleMetadata = {
  candidate: Body;
  promptFeedback?: Body;
  usage?: Body;
  /** The order of the parts, if it is not the usual one. */
  layout?: readonly Place[];
};

/** These repeat the text or refer to places in it. */
const ABOUT_TEXT = ["citationMetadata", "logprobsResult"];
const GROUNDING_ABOUT_TEXT = ["groundingSupports", "searchEntryPoint"];

/**
 * Reads `google` of a message. `digest`: of the text as it reached the caller. If a guardrail has changed the text,
 * what repeats it is left out.
 */
export function readGoogleMetadata(google: unknown, digest: () => string): GoogleMetadata | undefined {
  if (!isRecord(google)) return undefined;
  const isWhole = textOf(google.digest) === digest();
  const candidate = isRecord(google.candidate) ? google.candidate : {};
  return {
    candidate: isWhole ? candidate : withoutText(candidate),
    ...(isRecord(google.promptFeedback) && { promptFeedback: google.promptFeedback }),
    ...(isRecord(google.usage) && { usage: google.usage }),
    ...(isWhole && Array.isArray(google.layout) && { layout: recordsOf(google.layout) as Place[] }),
  };
}

function withoutText(candidate: Body): Body {
  const { groundingMetadata: grounding, ...others } = without(candidate, ABOUT_TEXT);
  return { ...others, ...(isRecord(grounding) && { groundingMetadata: without(grounding, GROUNDING_ABOUT_TEXT) }) };
}

function without(fields: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Returns whether Google blocked the prompt: the response then has no candidates. */
export function isPromptBlocked(metadata: GoogleMetadata | undefined): boolean {
  return textOf(metadata?.promptFeedback?.blockReason) !== undefined;
}
