import type { VideoRequest } from "#lib/contract/videos.ts";
import { type VideoFacts, videoFactsOf } from "#server/catalogue/video-facts.ts";
import { nearestShape, sizeText, videoSize } from "#server/catalogue/video-sizes.ts";
import type { VideoShape } from "#server/providers/video.ts";

/** Returns what a request asks a model endpoint to generate, or a sentence for the caller why it cannot. */
export function videoShape(
  body: VideoRequest,
  { provider, upstreamModel }: { provider: string; upstreamModel: string },
): VideoShape | string {
  if (body.previous_job_id) return "previous_job_id: no available provider can continue an earlier video";
  const facts = videoFactsOf(provider, upstreamModel);
  if (!facts) return `model: the video formats of ${upstreamModel} are unknown`;
  const picture = pictureOf(body, facts);
  if (typeof picture === "string") return picture;
  const seconds = secondsOf(body, facts, picture.resolution);
  if (typeof seconds === "string") return seconds;
  return imageRefusal(body, facts) ?? { ...picture, seconds };
}

type Picture = Omit<VideoShape, "seconds">;

function pictureOf({ size, resolution, aspect_ratio: ratio }: VideoRequest, facts: VideoFacts): Picture | string {
  const fromSize = size ? ofSize(size, facts) : undefined;
  if (size && !fromSize) return `size: ${size} is not supported; supported: ${sizesOf(facts).join(", ")}`;
  if (fromSize && resolution && resolution !== fromSize.resolution)
    return `size: ${size} contradicts the resolution ${resolution}`;
  if (fromSize && ratio && ratio !== fromSize.aspectRatio) return `size: ${size} contradicts the aspect ratio ${ratio}`;
  if (fromSize) return fromSize;
  if (resolution && !facts.resolutions.includes(resolution))
    return `resolution: ${resolution} is not supported; supported: ${facts.resolutions.join(", ")}`;
  if (ratio && !facts.aspectRatios.includes(ratio))
    return `aspect_ratio: ${ratio} is not supported; supported: ${facts.aspectRatios.join(", ")}`;
  return sizeOf(resolution ?? (facts.resolutions[0] as string), ratio ?? (facts.aspectRatios[0] as string));
}

function sizeOf(resolution: string, aspectRatio: string): Picture {
  return { resolution, aspectRatio, ...videoSize(resolution, aspectRatio) };
}

function ofSize(size: string, facts: VideoFacts): Picture | undefined {
  const { resolutions, aspectRatios } = facts;
  for (const resolution of resolutions)
    for (const aspectRatio of aspectRatios)
      if (sizeText(resolution, aspectRatio) === size) return sizeOf(resolution, aspectRatio);
  if (!facts.isOpen) return undefined;
  const [width = 0, height = 0] = size.split("x").map(Number);
  return { ...nearestShape({ width, height }, resolutions, aspectRatios), width, height };
}

/** Returns every size that a model supports, as WIDTHxHEIGHT. */
export function sizesOf(facts: VideoFacts): string[] {
  return facts.resolutions.flatMap((resolution) =>
    facts.aspectRatios.map((aspectRatio) => sizeText(resolution, aspectRatio)),
  );
}

function secondsOf(body: VideoRequest, facts: VideoFacts, resolution: string): number | string {
  const fromReferences = (body.input_references ?? []).some(({ type }) => type === "image_url");
  const bounds = [facts.durationsAt?.[resolution], fromReferences ? facts.durationsFromReferences : undefined];
  const possible = facts.durations.filter((seconds) => bounds.every((bound) => !bound || bound.includes(seconds)));
  const { duration } = body;
  if (!duration) return possible[0] as number;
  if (possible.includes(duration)) return duration;
  const choices = possible.toSorted((a, b) => a - b).join(", ");
  return `duration: ${duration} seconds is not supported at ${resolution}${fromReferences ? " from reference images" : ""}; supported: ${choices}`;
}

function imageRefusal({ frame_images: frames, input_references: references }: VideoRequest, facts: VideoFacts) {
  const missing = frames?.find(({ frame_type: type }) => facts.frames.length > 0 && !facts.frames.includes(type));
  if (missing) return `frame_images: the model does not support ${missing.frame_type}`;
  const images = references?.filter(({ type }) => type === "image_url").length ?? 0;
  if (facts.references > 0 && images > facts.references)
    return `input_references: the model supports at most ${facts.references} images`;
  return undefined;
}
