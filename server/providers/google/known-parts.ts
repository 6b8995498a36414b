import { block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { withFinishReason } from "./finish-reasons.ts";

const KNOWN = new Set([
  ...["text", "thought", "thoughtSignature", "functionCall", "inlineData", "executableCode", "codeExecutionResult"],
  ...["toolCall", "toolResponse", "partMetadata"],
]);

/** Passes the kinds of response content that Google's SDK package ignores to `note`. */
export function knownParts(note: Note): PartReader {
  return {
    chunk(raw) {
      for (const candidate of list(block(raw).candidates)) {
        for (const part of list(block(block(candidate).content).parts)) {
          for (const key of Object.keys(block(part))) if (!KNOWN.has(key)) note(key);
        }
      }
      return [];
    },
    part: (part) => [part.type === "finish" ? withFinishReason(part) : part],
  };
}
