import type { LanguageModelV4File } from "@ai-sdk/provider";
import type { TextAttempt, TextCall } from "#server/pipeline/text-call.ts";
import { fetchMedia } from "../fetch-media.ts";

/**
 * A picture in place of its address, for a dialect that takes only the picture itself. One that cannot be loaded stays
 * as it is, for the encoder to say so.
 */
export async function withPicture(
  call: TextCall,
  attempt: TextAttempt,
  part: LanguageModelV4File,
): Promise<LanguageModelV4File> {
  if (part.data.type !== "url" || call.dialect.id !== "responses") return part;
  return (await loaded(call, attempt, part, part.data.url)) ?? part;
}

async function loaded(
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
