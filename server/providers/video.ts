import type { VideoRequest } from "#lib/contract/videos.ts";
import type { Block } from "./exchange/json.ts";
import type { Asked, Metered, ResponseFacts } from "./media.ts";
import type { Upstream } from "./provider.ts";

/** What is to be made: a request read with what the model can do. */
export type VideoShape = { seconds: number; resolution: string; aspectRatio: string; width: number; height: number };

/** What finds a video under way at its upstream, as JSON. */
export type StartedVideo = { handle: Block };

/** Where to look after a video. `polls`: how often that has been done. */
export type VideoLook = Upstream & { handle: Block; polls: number; signal: AbortSignal };

/** A video where it is to be had; `headers` go to the provider's own address alone. */
export type VideoSource = { url: string; headers?: Record<string, string> } | { bytes: Uint8Array };

/** What an upstream says of a video under way. It is charged by the usage that is told: without it a video
 * that is made by what was asked for, any other not at all. */
export type VideoSight =
  | { event: "queued" | "working" }
  | ({ event: "made"; videos: VideoSource[] } & ResponseFacts)
  | ({ event: "broke" | "stopped" | "timed out"; error: string } & Pick<ResponseFacts, "usage" | "rawUsage">);

/** How a provider makes videos: a job is started, and looked after until it is over. */
export type VideoMaker = {
  start(asked: Asked<VideoRequest>, shape: VideoShape): Promise<Metered<StartedVideo>>;
  look(look: VideoLook): Promise<VideoSight>;
};
