import { answerAt, PLAIN } from "#server/dialects/answer-text.ts";
import type { AnswerText, Body, TextSlot } from "#server/dialects/dialect.ts";
import { inlineFiles } from "#server/dialects/request/inline-files.ts";
import { leavesAt, slotAt } from "#server/dialects/text-lens.ts";
import type { Drawn } from "#server/providers/image/drawn.ts";

/** What of a body is names, numbers and images, and no text that a model reads. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["model", "prompt", "input_references", "provider", "session_id", "user", "trace"],
  ...["aspect_ratio", "background", "output_format", "quality", "resolution", "size", "response_format"],
]);

/**
 * A lens over every text of an images body: the prompt, fields of vendors' own, and references that are drawn in text
 * (SVG); other pictures are closed.
 */
export function imageTexts(body: Body): { slots: TextSlot[]; closed: string[] } {
  const { texts, closed } = inlineFiles(body);
  const others = Object.keys(body).filter((name) => !NO_TEXTS.has(name));
  return {
    slots: [
      ...slotAt(body, "prompt", "prompt", "user"),
      ...others.flatMap((name) => leavesAt(body, name, name, "user")),
      ...texts,
    ],
    closed,
  };
}

/** The texts of an answer: what became of the prompt. */
export function drawnTexts({ pictures }: Drawn): AnswerText[] {
  return pictures.flatMap((picture) => answerAt(picture, "revisedPrompt", PLAIN));
}
