import { Buffer } from "node:buffer";
import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { withMedia } from "../converted/media-parts.ts";

/** The start of a PDF, a kind of file that every provider's package accepts. */
const BYTES = Buffer.from("%PDF-");
const PDF = "application/pdf";

/**
 * Returns the prompt of a request that a provider's batch has run, with a placeholder for each file that the gateway
 * loaded when it handed the request over: the prompt is not sent again, and the file may be gone.
 */
export function withPlaceholders(
  prompt: LanguageModelV4Prompt,
  supportedUrls: Awaited<LanguageModelV4["supportedUrls"]>,
): Promise<LanguageModelV4Prompt> {
  const load = async () => ({ mediaType: undefined, data: BYTES });
  return withMedia(prompt, supportedUrls, load, (mediaType) =>
    /^(image|audio|video|text)\//.test(mediaType) ? mediaType : PDF,
  );
}
