import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import type { Place } from "../chat/layout.ts";
import { GOOGLE_FORMAT } from "../google-format.ts";
import { type Call, callParts, imagePart } from "./parts.ts";

/** Returns the parts of a message in Google's order. */
export function orderedParts(
  message: Body,
  layout: readonly Place[],
  calls: readonly Call[],
  showsThoughts: boolean,
): Body[] {
  const callIds = new Set(calls.map(({ id }) => id));
  const signatures = recordsOf(message.reasoning_details)
    .filter(({ format, id }) => format === GOOGLE_FORMAT && !(typeof id === "string" && callIds.has(id)))
    .flatMap(({ data, signature }) => textOf(data) ?? textOf(signature) ?? []);
  const texts = { text: textOf(message.content) ?? "", thought: textOf(message.reasoning) ?? "" };
  const others = {
    part: [...recordsOf(message.google_parts)],
    image: recordsOf(message.images).flatMap(imagePart),
    call: callParts(calls),
  };
  const lastThought = layout.findLastIndex(({ kind }) => kind === "thought");
  return layout.flatMap(({ kind, length = 0, isSigned }, index) => {
    if (kind !== "text" && kind !== "thought") return others[kind]?.splice(0, 1) ?? [];
    // A guardrail may have changed the length of thoughts, which the layout does not know.
    const end = index === lastThought ? undefined : length;
    const text = texts[kind].slice(0, end);
    texts[kind] = texts[kind].slice(length);
    const signature = isSigned && signatures.shift();
    if (kind === "thought" && !showsThoughts) return [];
    return [{ text, ...(kind === "thought" && { thought: true }), ...(signature && { thoughtSignature: signature }) }];
  });
}
