import type { LanguageModelV4File } from "@ai-sdk/provider";
import type { TextAttempt, TextCall } from "#server/pipeline/text-call.ts";
import { fetchMedia } from "../fetch-media.ts";

/**
 * Returns a response image with its bytes instead of its URL, for dialects without image URLs. An image that cannot be
 * loaded stays unchanged, and the encoder reports it.
 */
export async function withPicture(
  call: TextCall,
  attempt: TextAttempt,
  part: LanguageModelV4File,
): Promise<LanguageModelV4File> {
  if (part.data.type !== "url" || call.dialect.id !== "responses") return part;
  return (await loadImage(call, attempt, part, part.data.url)) ?? part;
}

async function loadImage(
  { gateway }: TextCall,
  { timeouts }: TextAttempt,
  part: LanguageModelV4File,
  url: URL,
): Promise<LanguageModelV4File | undefined> {
  try {
    const { mediaType = "", data } = await fetchMedia(url, gateway.publicEgress, timeouts.stopper.signal);
    return mediaType.startsWith("image/") ? { ...part, mediaType, data: { type: "data", data } } : undefined;
  } catch (error) {
    if (timeouts.stopper.aborted) throw error;
    return undefined;
  }
}
