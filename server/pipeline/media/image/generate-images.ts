import type { ImageRequest } from "#lib/contract/images.ts";
import type { ImageOutput, ImagePiece } from "#server/providers/image/image-output.ts";
import type { ImageCall, ImageMaker } from "#server/providers/image/maker.ts";
import type { Metered, MeteredPieces, UpstreamCall } from "#server/providers/media.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import { resolveImageRequest } from "./resolve-image-request.ts";

type Answer = Metered<ImageOutput> | MeteredPieces<ImagePiece>;

/**
 * Generates images. If the model makes fewer per request than wanted, sends several requests at the same time. `n` is a
 * maximum: if some requests fail, returns the images of the others with a note. Rejects if all fail.
 */
export async function generateImages(maker: ImageMaker, call: UpstreamCall<ImageRequest>): Promise<Answer> {
  const abilities = maker.abilities(call.model);
  const whole = { ...call, resolved: resolveImageRequest(call.request, abilities) };
  const { maxImages } = abilities;
  const count = call.request.n ?? 1;
  if (count <= maxImages) return maker.draw(whole);
  const sizes = Array.from({ length: Math.ceil(count / maxImages) }, (_, part) =>
    Math.min(maxImages, count - part * maxImages),
  );
  const parts = await Promise.allSettled(sizes.map((n) => part(maker, whole, n)));
  const made = parts.filter((one) => one.status === "fulfilled").map(({ value }) => value);
  const failed = parts.find((one) => one.status === "rejected");
  // Do not return a partial result just because the caller disconnected.
  if (failed && (made.length === 0 || call.signal.aborted)) throw failed.reason;
  return together(made, sizes.length);
}

/** Sends one of several requests without streaming, since parallel streams would mix their images. */
async function part(maker: ImageMaker, call: ImageCall, n: number): Promise<Metered<ImageOutput>> {
  const response = await maker.draw({ ...call, request: { ...call.request, n, stream: false } });
  if ("pieces" in response) throw new Error("The adapter returned a stream for a request that was not streamed");
  return response;
}

function together(parts: readonly Metered<ImageOutput>[], calls: number): Metered<ImageOutput> {
  const [first] = parts;
  const isCounted = parts.every(({ usage }) => usage !== undefined);
  const notes = [...new Set(parts.flatMap((one) => one.notes ?? []))];
  return {
    result: { pictures: parts.flatMap(({ result }) => result.pictures) },
    ...(isCounted && { usage: parts.reduce<Usage>((sum, { usage }) => addUsage(sum, usage ?? {}), {}) }),
    rawUsage: { calls: parts.map(({ rawUsage }) => rawUsage ?? null) },
    ...(first?.upstreamId !== undefined && { upstreamId: first.upstreamId }),
    ...(first?.variant !== undefined && { variant: first.variant }),
    notes: parts.length < calls ? [...notes, `n: ${calls - parts.length} of ${calls} calls failed`] : notes,
  };
}

function addUsage(sum: Usage, more: Usage): Usage {
  const total = { ...sum };
  for (const [unit, units] of Object.entries(more) as [UsageUnit, number][]) total[unit] = (total[unit] ?? 0) + units;
  return total;
}
