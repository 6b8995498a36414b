import { onSite } from "#server/providers/compatible/on-site.ts";
import { providers } from "#server/providers/registry.ts";

/** The video formats and inputs of a model endpoint. */
export type VideoFacts = {
  /** The first of each list is the default. */
  durations: readonly number[];
  resolutions: readonly string[];
  aspectRatios: readonly string[];
  /** The supported formats are unknown: any size may be requested, and the provider rejects unsupported ones. */
  isOpen?: true;
  /** Resolutions that do not support every duration. */
  durationsAt?: Readonly<Record<string, readonly number[]>>;
  /** Durations available for videos from reference images. */
  durationsFromReferences?: readonly number[];
  frames: readonly ("first_frame" | "last_frame")[];
  /** Maximum number of reference images. */
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
 * From https://developers.openai.com/api/docs/models/sora-2, as of 2026-11-22, after OpenAI discontinued it. OpenAI no
 * longer documents prices for the larger sizes of Sora 2 Pro, so they are not available.
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

/** Facts for a model on a server of one's own, of which nothing is known. */
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

/** Returns a model's video facts at a provider; undefined if there are none, so that no videos can be requested. */
export function videoFactsOf(provider: string, upstreamModel: string): VideoFacts | undefined {
  // Only custom providers are not registered.
  const isOwn = ON_SITE.has(provider) || !providers.has(provider);
  return FACTS[`${provider}:${upstreamModel}`] ?? (isOwn ? ofOwnServer : undefined);
}
