import { type Block, block, list } from "../exchange/json.ts";
import { getFrom, postJson, readJson, readObject, unusableError } from "../exchange/send.ts";
import type { VideoMaker, VideoSource } from "../video.ts";
import { frameImage, referenceImages, type VideoImage } from "../video-images.ts";

/**
 * Generates videos with Veo as a long-running operation of the Gemini API. It reports no usage, so the request
 * determines it.
 */
export const googleVideo: VideoMaker = {
  async start(call, shape) {
    const { request, options, model, credential } = call;
    const [first, last, references] = await Promise.all([
      frameImage(call, "first_frame"),
      frameImage(call, "last_frame"),
      referenceImages(call),
    ]);
    const instance = {
      prompt: request.prompt,
      ...(first && { image: inlineImage(first) }),
      ...(last && { lastFrame: inlineImage(last) }),
      ...(references.images.length > 0 && {
        referenceImages: references.images.map((image) => ({ image: inlineImage(image), referenceType: "asset" })),
      }),
    };
    const parameters = {
      ...options,
      aspectRatio: shape.aspectRatio,
      resolution: shape.resolution.toLowerCase(),
      durationSeconds: shape.seconds,
      ...(typeof request.seed === "number" && { seed: request.seed }),
    };
    const body = { instances: [instance], parameters };
    const path = `/v1beta/models/${encodeURIComponent(model)}:predictLongRunning`;
    const response = await readJson(await postJson(call, path, headersOf(credential), body));
    // The name becomes part of a URL.
    if (typeof response.name !== "string" || !/^[\w./-]+$/.test(response.name) || response.name.includes("..")) {
      throw unusableError(response);
    }
    const soundNotes =
      request.generate_audio === false ? ["generate_audio: dropped (its videos always have sound)"] : [];
    return {
      result: { handle: { operation: response.name } },
      upstreamId: response.name,
      notes: [...references.dropped, ...soundNotes],
    };
  },

  async poll(request) {
    const headers = headersOf(request.credential);
    const response = await getFrom(request, `/v1beta/${String(request.handle.operation)}`, headers);
    // `error` is the video's failure, not a failure of this request.
    const operation = await readObject(response);
    if (operation.done !== true) return { event: "working" };
    if (operation.error) {
      const { message } = block(operation.error);
      return {
        event: "broke",
        error: typeof message === "string" ? message : "The provider could not generate the video",
      };
    }
    const generated = block(block(operation.response).generateVideoResponse);
    const videos = list(generated.generatedSamples).flatMap((sample) => sourceOf(sample, headers));
    return videos.length > 0 ? { event: "made", videos } : { event: "broke", error: withheldReason(generated) };
  },
};

function sourceOf(sample: unknown, headers: Record<string, string>): VideoSource[] {
  const { uri } = block(block(sample).video);
  return typeof uri === "string" ? [{ url: uri, headers }] : [];
}

/** Returns why Veo returned no video: its filters removed it. Veo does not charge for this. */
function withheldReason({ raiMediaFilteredReasons }: Block): string {
  const reasons = list(raiMediaFilteredReasons).filter((reason) => typeof reason === "string");
  return reasons.length > 0 ? reasons.join(" ") : "The provider returned no video";
}

function inlineImage({ mediaType, base64 }: VideoImage) {
  return { bytesBase64Encoded: base64, mimeType: mediaType };
}

function headersOf(credential: string): Record<string, string> {
  return { "x-goog-api-key": credential };
}
