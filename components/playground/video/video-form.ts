import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { listVideoModels } from "#lib/contract/videos.ts";
import { type Json, numberOf, textOf } from "../read-json.ts";
import type { Picture, Pictures } from "./pictures.ts";

/** A model's video options; a list that is null is unknown. */
export type VideoFacts = Pick<
  ResponseOf<typeof listVideoModels>["data"][number],
  | "generate_audio"
  | "seed"
  | "supported_aspect_ratios"
  | "supported_durations"
  | "supported_frame_images"
  | "supported_resolutions"
  | "supported_sizes"
  | "pricing_skus"
> & { takesReferences: boolean };

/** The form. Empty and null leave a setting to the model; images are separate, since they are too large to store. */
export type VideoForm = {
  prompt: string;
  duration: number | null;
  /** The two ways to set the size; one of them is sent. */
  shapedBy: "resolution" | "size";
  resolution: string;
  aspectRatio: string;
  size: string;
  audio: "" | "on" | "off";
  seed: number | null;
  callbackUrl: string;
};

export function readForm(kept: Json): VideoForm {
  return {
    prompt: textOf(kept.prompt),
    duration: numberOf(kept.duration) ?? null,
    shapedBy: kept.shapedBy === "size" ? "size" : "resolution",
    resolution: textOf(kept.resolution),
    aspectRatio: textOf(kept.aspectRatio),
    size: textOf(kept.size),
    audio: kept.audio === "on" || kept.audio === "off" ? kept.audio : "",
    seed: numberOf(kept.seed) ?? null,
    callbackUrl: textOf(kept.callbackUrl),
  };
}

/** Returns the form that produces such a body, except for its images. */
export function formOf(body: Json): VideoForm {
  const { aspect_ratio: aspectRatio, generate_audio: audio, callback_url: callbackUrl, size } = body;
  return readForm({
    ...body,
    aspectRatio,
    callbackUrl,
    shapedBy: size ? "size" : "resolution",
    ...(typeof audio === "boolean" && { audio: audio ? "on" : "off" }),
  });
}

/** Returns the request body; unsupported settings are left out. */
export function videoBody(model: string, form: VideoForm, pictures: Pictures, facts: VideoFacts | undefined): Json {
  const { duration, resolution, aspectRatio, size, audio, seed } = form;
  const bySize = form.shapedBy === "size";
  const callbackUrl = form.callbackUrl.trim();
  const frames = [...framesOf("first_frame", pictures.first, facts), ...framesOf("last_frame", pictures.last, facts)];
  const references = takesReferences(facts) ? pictures.references : [];
  return {
    model,
    prompt: form.prompt.trim(),
    ...(duration !== null && { duration }),
    ...(bySize && size && { size }),
    ...(!bySize && resolution && { resolution }),
    ...(!bySize && aspectRatio && { aspect_ratio: aspectRatio }),
    ...(audio && takesAudio(facts) && { generate_audio: audio === "on" }),
    ...(seed !== null && takesSeed(facts) && { seed }),
    ...(frames.length > 0 && { frame_images: frames }),
    ...(references.length > 0 && { input_references: references.map(imageOf) }),
    ...(callbackUrl && { callback_url: callbackUrl }),
  };
}

export function takesAudio(facts: VideoFacts | undefined): boolean {
  return facts?.generate_audio !== false;
}

export function takesSeed(facts: VideoFacts | undefined): boolean {
  return facts?.seed !== false;
}

export function takesFrame(facts: VideoFacts | undefined, frame: "first_frame" | "last_frame"): boolean {
  return facts?.supported_frame_images?.includes(frame) ?? true;
}

export function takesReferences(facts: VideoFacts | undefined): boolean {
  return facts?.takesReferences ?? true;
}

/** How many settings differ from their defaults. */
export function changedCount(form: VideoForm, pictures: Pictures): number {
  const { duration, shapedBy, resolution, aspectRatio, size, audio, seed, callbackUrl } = form;
  const shape = shapedBy === "size" ? [size] : [resolution, aspectRatio];
  const texts = [...shape, audio, callbackUrl].filter((text) => text !== "").length;
  const numbers = [duration, seed].filter((number) => number !== null).length;
  return texts + numbers + [pictures.first, pictures.last, ...pictures.references].filter(Boolean).length;
}

function framesOf(frame: "first_frame" | "last_frame", picture: Picture | undefined, facts: VideoFacts | undefined) {
  return picture && takesFrame(facts, frame) ? [{ ...imageOf(picture), frame_type: frame }] : [];
}

function imageOf({ url }: Picture) {
  return { type: "image_url", image_url: { url } };
}
