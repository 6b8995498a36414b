import { block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { citedSources } from "./cited-sources.ts";
import { withFinishReason } from "./finish-reasons.ts";
import { withSignatureWarning } from "./missing-signatures.ts";

const KNOWN = new Set([
  ...["text", "thought", "thoughtSignature", "functionCall", "inlineData", "executableCode", "codeExecutionResult"],
  ...["toolCall", "toolResponse", "partMetadata"],
]);

/**
 * Returns a reader for the sources that Gemini quoted, which Google's SDK package ignores. Passes the kinds of other
 * content that the package ignores to `note`.
 */
export function knownParts(note: Note): PartReader {
  const citedUrls = new Set<unknown>();
  return {
    chunk(raw) {
      const [candidate, ...others] = list(block(raw).candidates).map(block);
      if (others.length > 0) note("further candidates");
      for (const part of list(block(candidate?.content).parts)) {
        for (const key of Object.keys(block(part))) if (!KNOWN.has(key)) note(key);
      }
      return citedSources(candidate?.citationMetadata, citedUrls);
    },
    part(part) {
      if (part.type === "stream-start") return [withSignatureWarning(part)];
      return [part.type === "finish" ? withFinishReason(part) : part];
    },
  };
}
