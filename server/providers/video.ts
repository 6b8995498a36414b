import type { VideoRequest } from "#lib/contract/videos.ts";
import type { Block } from "./exchange/json.ts";
import type { Metered, ResponseFacts, UpstreamCall } from "./media.ts";
import type { Upstream } from "./upstream.ts";

/** The video to make: a request resolved against the model's abilities. */
export type VideoShape = { seconds: number; resolution: string; aspectRatio: string; width: number; height: number };

/** Identifies a video in progress at its upstream, as JSON. */
export type StartedVideo = { handle: Block };

/** A status request for a video. `polls`: the number of earlier requests. */
export type VideoPoll = Upstream & { handle: Block; polls: number; signal: AbortSignal };

/** Where to download a video; `headers` are sent only to the provider's own address. */
export type VideoSource = { url: string; headers?: Record<string, string> } | { bytes: Uint8Array };

/**
 * The status of a video at its upstream. It is charged by the reported usage; without one, a finished video is charged
 * by the request, and any other not at all.
 */
export type VideoStatus =
  | { event: "queued" | "working" }
  | ({ event: "made"; videos: VideoSource[] } & ResponseFacts)
  | ({ event: "broke" | "stopped" | "timed out"; error: string } & Pick<ResponseFacts, "usage" | "rawUsage">);

/** How a provider makes videos: it starts a job and polls it until it ends. */
export type VideoMaker = {
  start(call: UpstreamCall<VideoRequest>, shape: VideoShape): Promise<Metered<StartedVideo>>;
  poll(request: VideoPoll): Promise<VideoStatus>;
};
