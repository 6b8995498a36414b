import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { UpstreamError } from "#server/errors.ts";

/** Which candidate continues a response, and the generation that charges for its first part. */
export type Resumed = { provider: string; model: string; reason: string; generation_id: string };

/**
 * Continues a broken response. Returns the parts of the next candidate that has produced text, which becomes the
 * attempt's candidate; undefined if there is none.
 */
export type Resume = (
  failure: UpstreamError,
  delivered: string,
) => Promise<{ parts: AsyncIterable<LanguageModelV4StreamPart>; resumed: Resumed } | undefined>;
