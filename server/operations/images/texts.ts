import type { Body, OutputText, TextSlot } from "#server/dialects/dialect.ts";
import { outputTextAt, PLAIN } from "#server/dialects/output-text.ts";
import { inlineFiles } from "#server/dialects/request/inline-files.ts";
import { leavesAt, slotAt } from "#server/dialects/text-slots.ts";
import type { ImageOutput } from "#server/providers/image/image-output.ts";

/** Fields for names, numbers and images, without text that a model reads. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  ...["model", "prompt", "input_references", "mask", "provider", "session_id", "user", "tags", "trace"],
  ...[
    "aspect_ratio",
    "background",
    "output_format",
    "quality",
    "resolution",
    "size",
    "response_format",
    "input_fidelity",
  ],
]);

/**
 * Returns every text of an images body: the prompt, provider-specific fields, and references drawn as text (SVG); other
 * images cannot be read.
 */
export function imageTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const { texts, unreadable } = inlineFiles(body);
  const others = Object.keys(body).filter((name) => !NO_TEXTS.has(name));
  return {
    slots: [
      ...slotAt(body, "prompt", "prompt", "user"),
      ...others.flatMap((name) => leavesAt(body, name, name, "user")),
      ...texts,
    ],
    unreadable,
  };
}

/** Returns the texts of a response: the revised prompts. */
export function imageOutputTexts({ pictures }: ImageOutput): OutputText[] {
  return pictures.flatMap((picture) => outputTextAt(picture, "revisedPrompt", PLAIN));
}
