import type { Body, ResponseText, ResponseTextReader } from "../dialect.ts";
import { recordsOf } from "../read-field.ts";

/** Reads the texts of completions and their chunks. */
export const responseText: ResponseTextReader = { reply: textsIn, event: textsIn };

function textsIn({ choices }: Body): ResponseText[] {
  return recordsOf(choices).flatMap(({ index, text }) =>
    typeof text === "string" && text !== "" ? [{ channel: `${index} text`, kind: "text" as const, text }] : [],
  );
}
