import { block } from "../exchange/json.ts";
import { blockOf, getFrom, postJson, readJson, readObject, unusableError } from "../exchange/send.ts";
import { bearer } from "../openai/bearer.ts";
import type { VideoMaker } from "../video.ts";
import { frameImage, referenceImages, type VideoImage } from "../video-images.ts";

/** Generates videos with xAI, whose API is polled by request id until the video is done. */
export const xaiVideo: VideoMaker = {
  async start(call, shape) {
    const { request, options, model, credential } = call;
    const [first, references] = await Promise.all([frameImage(call, "first_frame"), referenceImages(call)]);
    const body = {
      ...options,
      model,
      prompt: request.prompt,
      duration: shape.seconds,
      aspect_ratio: shape.aspectRatio,
      resolution: shape.resolution,
      ...(first && { image: { url: dataUrl(first) } }),
      ...(references.images.length > 0 && {
        reference_images: references.images.map((image) => ({ url: dataUrl(image) })),
      }),
    };
    const reply = await readJson(await postJson(call, "/videos/generations", bearer(credential), body));
    if (typeof reply.request_id !== "string" || reply.request_id === "") throw unusableError(reply);
    const seedNotes = typeof request.seed === "number" ? ["seed: dropped (not supported by the provider)"] : [];
    const soundNotes =
      request.generate_audio === false ? ["generate_audio: dropped (its videos always have sound)"] : [];
    return {
      result: { handle: { request_id: reply.request_id } },
      upstreamId: reply.request_id,
      notes: [...references.dropped, ...seedNotes, ...soundNotes],
    };
  },

  async poll(request) {
    const path = `/videos/${encodeURIComponent(String(request.handle.request_id))}`;
    const response = await getFrom(request, path, bearer(request.credential));
    const reply = await readObject(response);
    const { url, duration, respect_moderation: isProper } = block(reply.video);
    if (reply.status === "failed") return { event: "broke", error: messageOf(reply.error) };
    if (reply.status === "expired") return { event: "timed out", error: "The provider's request has expired" };
    if (typeof url !== "string" || url === "") return { event: reply.status === "pending" ? "working" : "queued" };
    const rawUsage = blockOf(reply, "usage");
    const facts = {
      ...(typeof duration === "number" && duration > 0 && { usage: { seconds: duration } }),
      ...(rawUsage && { rawUsage }),
    };
    if (isProper !== false) return { event: "made", videos: [{ url }], ...facts };
    // xAI may charge for a video that its moderation withheld, and then reports the cost.
    const isCharged = Number(rawUsage?.cost_in_usd_ticks ?? 0) > 0;
    return { event: "broke", error: "The provider's moderation blocked the video", ...(isCharged && facts) };
  },
};

function messageOf(error: unknown): string {
  const { message } = block(error);
  return typeof message === "string" ? message : "The provider could not generate the video";
}

function dataUrl({ mediaType, base64 }: VideoImage): string {
  return `data:${mediaType};base64,${base64}`;
}
