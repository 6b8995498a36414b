import type { ImageRequest } from "#lib/contract/images.ts";
import type { ImageAbilities } from "#server/providers/image/abilities.ts";
import type { ResolvedImageRequest } from "#server/providers/image/maker.ts";
import { geometryOf } from "./image-fit.ts";

/** Returns the request without the fields that a model does not support. Dropped fields are noted. */
export function resolveImageRequest(request: ImageRequest, abilities: ImageAbilities): ResolvedImageRequest {
  const notes: string[] = [];
  const keep = <Value>(name: string, value: Value | null | undefined, isSupported: boolean): Value | undefined => {
    if (value === null || value === undefined || value === "auto") return undefined;
    if (!isSupported) notes.push(`${name}: dropped (not supported by the model)`);
    return isSupported ? value : undefined;
  };
  const { quality, background, output_format: format, output_compression: compression, seed } = request;
  const listed = (list: readonly string[] | undefined, value: string | null | undefined) =>
    value !== null && value !== undefined && (list?.includes(value) ?? false);
  return {
    ...geometryOf(request, abilities, notes),
    ...omitUndefined({
      quality: keep("quality", quality, listed(abilities.qualities, quality)),
      background: keep("background", background, listed(abilities.backgrounds, background)),
      format: keep("output_format", format, listed(abilities.formats, format)),
      compression: keep("output_compression", compression, abilities.compresses === true),
      seed: keep("seed", seed, abilities.seeds === true),
    }),
    notes,
  };
}

/**
 * Returns why a model cannot serve an image request at all; undefined if it can, possibly with the deviations that the
 * notes list.
 */
export function imageRefusal(request: ImageRequest, abilities: ImageAbilities): string | undefined {
  const { background, output_format: format, input_references: references, n, seed, size } = request;
  const { minReferences = 0, maxReferences, maxImages, formats, backgrounds } = abilities;
  if (background === "transparent" && !backgrounds?.includes("transparent"))
    return "background: the model does not support transparent images";
  if (format && !formats.includes(format)) return `output_format: the model supports only ${formats.join(", ")}`;
  if ((references?.length ?? 0) > maxReferences)
    return `input_references: the model supports ${maxReferences === 0 ? "none" : `at most ${maxReferences}`}`;
  if ((references?.length ?? 0) < minReferences) return "input_references: the model needs an image to edit";
  if (request.mask && !abilities.masks)
    return "mask: the model does not support masks; `GET /images/models` lists those that do";
  if (!geometryOf(request, abilities)) return `size: the model does not support ${size}`;
  // A seed reproduces one image, so several requests with it would return the same image.
  if ((n ?? 1) > maxImages && abilities.seeds && seed !== null && seed !== undefined)
    return `n: the model returns ${maxImages === 1 ? "one image" : `${maxImages} images`} at a time, and a seed would repeat them`;
  return undefined;
}

function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof omitUndefined<Fields>
  >;
}
