import type { VideoRequest } from "#lib/contract/videos.ts";
import { HttpError, UpstreamError } from "#server/errors.ts";
import type { UpstreamCall } from "./media.ts";
import { registeredType } from "./requests/media-type.ts";

export type VideoImage = { mediaType: string; base64: string };

type Frame = "first_frame" | "last_frame";

/** Returns the image with which a video should start or end. */
export async function frameImage(call: UpstreamCall<VideoRequest>, frame: Frame): Promise<VideoImage | undefined> {
  const found = call.request.frame_images?.find(({ frame_type }) => frame_type === frame);
  return found && loadImage(call, found.image_url.url);
}

/** Returns the reference images; `dropped` names the other references, which this provider does not support. */
export async function referenceImages(
  call: UpstreamCall<VideoRequest>,
): Promise<{ images: VideoImage[]; dropped: string[] }> {
  const references = call.request.input_references ?? [];
  const images: VideoImage[] = [];
  const dropped: string[] = [];
  for (const [index, reference] of references.entries()) {
    if (reference.type === "image_url") images.push(await loadImage(call, reference.image_url.url));
    else dropped.push(`input_references[${index}]: dropped (the provider accepts only images)`);
  }
  return { images, dropped };
}

async function loadImage({ load }: UpstreamCall<unknown>, url: string): Promise<VideoImage> {
  if (url.startsWith("data:")) {
    const comma = url.indexOf(",");
    const mediaType = url.slice("data:".length, comma).split(";")[0] ?? "";
    return asImage(mediaType, url.slice(comma + 1));
  }
  const { mediaType, data } = await load(url).catch((thrown: unknown) => {
    if (!(thrown instanceof HttpError)) throw thrown;
    throw new UpstreamError(thrown.status, thrown.message, { retryable: false });
  });
  return asImage(mediaType ?? "", Buffer.from(data).toString("base64"));
}

function asImage(mediaType: string, base64: string): VideoImage {
  const registered = registeredType(mediaType);
  if (/^image\/(png|jpeg|webp)$/.test(registered)) return { mediaType: registered, base64 };
  throw new UpstreamError(400, "frame_images and input_references: images must be PNG, JPEG or WebP", {
    retryable: false,
  });
}
