import { onSite } from "#server/providers/compatible/on-site.ts";

/** What a model endpoint makes videos of, and how. */
export type VideoFacts = {
  /** The first of each list is what is made where the caller does not say. */
  durations: readonly number[];
  resolutions: readonly string[];
  aspectRatios: readonly string[];
  /** Nobody has written down what it makes: it is asked for any size, and refuses by itself. */
  isOpen?: true;
  /** Resolutions at which not every duration can be had. */
  durationsAt?: Readonly<Record<string, readonly number[]>>;
  /** Durations that a video from reference images may have. */
  durationsFromReferences?: readonly number[];
  frames: readonly ("first_frame" | "last_frame")[];
  /** The most reference images. */
  references: number;
  audio: boolean;
  seed: boolean;
  /** Names that `provider.options` passes on. */
  passthrough: readonly string[];
};

const upTo = (longest: number, first: number) => [
  first,
  ...Array.from({ length: longest }, (_, index) => index + 1).filter((seconds) => seconds !== first),
];

/** From https://ai.google.dev/gemini-api/docs/video, as of 2026-11-22. */
const veo31: VideoFacts = {
  durations: [8, 4, 6],
  resolutions: ["720p", "1080p", "4K"],
  aspectRatios: ["16:9", "9:16"],
  durationsAt: { "1080p": [8], "4K": [8] },
  durationsFromReferences: [8],
  frames: ["first_frame", "last_frame"],
  references: 3,
  audio: true,
  seed: true,
  passthrough: ["negativePrompt", "personGeneration"],
};

/** From https://docs.x.ai/docs/guides/video-generation, as of 2026-11-22. */
const grokImagine: VideoFacts = {
  durations: upTo(15, 8),
  resolutions: ["480p", "720p"],
  aspectRatios: ["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3"],
  frames: ["first_frame"],
  references: 7,
  audio: true,
  seed: false,
  passthrough: [],
};

/**
 * From https://developers.openai.com/api/docs/models/sora-2, as of 2026-11-22, after its end at OpenAI. No page of OpenAI's
 * says any more what the larger sizes of Sora 2 Pro cost, so they are not made.
 */
const sora2: VideoFacts = {
  durations: [4, 8, 12],
  resolutions: ["720p"],
  aspectRatios: ["9:16", "16:9"],
  frames: ["first_frame"],
  references: 0,
  audio: true,
  seed: false,
  passthrough: [],
};

/** What a model server of the operator's own may be asked for. */
const ofOwnServer: VideoFacts = {
  isOpen: true,
  durations: upTo(60, 4),
  resolutions: ["720p", "360p", "480p", "768p", "1080p", "1K", "2K", "4K"],
  aspectRatios: ["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9", "9:21"],
  frames: ["first_frame"],
  references: 0,
  audio: false,
  seed: true,
  passthrough: [],
};
const ON_SITE = new Set(onSite.map(({ id }) => id));

const animatic: VideoFacts = {
  durations: upTo(10, 4),
  resolutions: ["360p", "480p"],
  aspectRatios: ["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "21:9", "9:21"],
  frames: [],
  references: 0,
  audio: false,
  seed: true,
  passthrough: [],
};

const FACTS: Readonly<Record<string, VideoFacts>> = {
  "google:veo-3.1-generate-preview": veo31,
  "google:veo-3.1-fast-generate-preview": veo31,
  "xai:grok-imagine-video": grokImagine,
  "openai:sora-2": sora2,
  "openai:sora-2-pro": sora2,
  "local:animatic": animatic,
};

/** What a model makes at a provider; undefined where nobody has written it down, and so nothing can be asked for. */
export function videoFactsOf(provider: string, upstreamModel: string): VideoFacts | undefined {
  return FACTS[`${provider}:${upstreamModel}`] ?? (ON_SITE.has(provider) ? ofOwnServer : undefined);
}
