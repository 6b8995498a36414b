import type { VideoRequest } from "#lib/contract/videos.ts";
import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { inlineFiles } from "#server/dialects/request/inline-files.ts";
import { slotAt } from "#server/dialects/text-slots.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { StartedVideo, VideoShape } from "#server/providers/video.ts";
import { videoShape } from "./video-shape.ts";

type Endpoint = Parameters<typeof videoShape>[1];
type VideoOperation = MediaOperation<VideoRequest, StartedVideo & { shape: VideoShape }> & {
  shape(body: VideoRequest, candidate: { endpoint: Endpoint }): VideoShape;
};

/** Videos: the request only submits a job to the provider. */
export const video: VideoOperation = {
  id: "createVideo",
  makes: "video",
  serves: (provider) => provider.video !== undefined,
  refuses(body, endpoint) {
    const shape = videoShape(body, endpoint);
    return typeof shape === "string" ? shape : undefined;
  },
  charges(body, endpoint) {
    const shape = videoShape(body, endpoint);
    return typeof shape === "string" ? {} : { variant: shape.resolution };
  },
  findTexts: videoTexts,
  estimate: (body, endpoint) => ({ seconds: possibleShape(body, endpoint).seconds }),
  bound(body, endpoint) {
    const { seconds, resolution } = possibleShape(body, endpoint);
    return { seconds, variant: resolution };
  },
  async ask(provider, call) {
    if (!provider.video) throw new Error(`${provider.id} does not support video generation`);
    const shape = possibleShape(call.request, { provider: provider.id, upstreamModel: call.model });
    const { result, notes = [], ...facts } = await provider.video.start(call, shape);
    const made = { usage: { seconds: shape.seconds }, variant: shape.resolution, result: { ...result, shape } };
    return { ...facts, ...made, notes: [...notes, ...unread(call.request)] };
  },
  reply() {
    throw new Error("A video call has no final response");
  },
  shape: (body, { endpoint }) => possibleShape(body, endpoint),
};

/** Fields that adapters read, or that belong to the gateway. */
const READ = new Set([
  ...["model", "prompt", "aspect_ratio", "resolution", "size", "duration", "seed"],
  ...["generate_audio", "frame_images", "input_references", "callback_url", "user"],
]);
const MOST_NOTES = 20;

/** Returns the request's fields that no provider receives, since each has its own. */
function unread(request: VideoRequest): string[] {
  const names = Object.keys(request).filter((name) => !READ.has(name) && request[name] !== null);
  return names
    .slice(0, MOST_NOTES)
    .map((name) => `${name.slice(0, 64)}: dropped (put provider-specific fields in provider.options)`);
}

/** Returns the video's format at an endpoint that the plan has already accepted. */
function possibleShape(body: VideoRequest, endpoint: Endpoint): VideoShape {
  const shape = videoShape(body, endpoint);
  if (typeof shape === "string") throw new Error(shape);
  return shape;
}

function videoTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const frames = inlineFiles({ input_references: body.frame_images });
  const references = inlineFiles({ input_references: body.input_references });
  return {
    slots: [...slotAt(body, "prompt", "prompt", "user"), ...frames.texts, ...references.texts],
    unreadable: [
      ...frames.unreadable.map((place) => place.replace("input_references", "frame_images")),
      ...references.unreadable,
    ],
  };
}
