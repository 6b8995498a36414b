import type { z } from "zod";
import type { listImageModels } from "#lib/contract/image-models.ts";
import { ASPECT_RATIOS } from "#lib/contract/images.ts";
import { IMAGE_TIERS, ratioOf } from "#lib/image-size.ts";
import type { ImageAbilities } from "#server/providers/image/abilities.ts";

export type Capabilities = z.output<(typeof listImageModels)["response"]>["data"][number]["supported_parameters"];

/** Returns a model's capabilities in `POST /images`, as clients read them. */
export function capabilitiesOf(abilities: ImageAbilities): Capabilities {
  const { sizes, minReferences: min = 0, maxReferences: max, masks, compresses, seeds } = abilities;
  const listed = {
    quality: abilities.qualities,
    background: abilities.backgrounds,
    output_format: abilities.formats,
    aspect_ratio: aspectsOf(abilities),
    resolution: abilities.resolutions ?? (sizes && !Array.isArray(sizes) ? IMAGE_TIERS : undefined),
    size: Array.isArray(sizes) ? (sizes as string[]) : undefined,
  };
  const takesAnySize = sizes !== undefined && !Array.isArray(sizes);
  const enums = Object.entries(listed).filter((entry): entry is [string, string[]] => Boolean(entry[1]?.length));
  return {
    ...Object.fromEntries(enums.map(([name, values]) => [name, { type: "enum" as const, values: [...values] }])),
    ...(takesAnySize && { size: { type: "boolean" as const } }),
    n: { type: "range", min: 1, max: 10 },
    ...(max > 0 && { input_references: { type: "range" as const, min, max } }),
    ...(masks && { mask: { type: "boolean" as const } }),
    ...(compresses && { output_compression: { type: "range" as const, min: 0, max: 100 } }),
    ...(seeds && { seed: { type: "boolean" as const } }),
  };
}

/** For a model that takes pixels, returns the aspect ratios of its sizes. */
function aspectsOf({ aspectRatios, sizes }: ImageAbilities): readonly string[] | undefined {
  if (aspectRatios || !sizes) return aspectRatios;
  if (Array.isArray(sizes)) return ["1:1", "3:2", "2:3"];
  const { maxRatio } = sizes as { maxRatio: number };
  return ASPECT_RATIOS.filter((aspect) => {
    const ratio = ratioOf(aspect);
    return ratio !== undefined && Math.max(ratio, 1 / ratio) <= maxRatio;
  });
}

/** Combines the capabilities of several endpoints: lists are merged, ranges widened, and "anything" wins. */
export function mergeCapabilities(all: readonly Capabilities[]): Capabilities {
  const united: Capabilities = {};
  for (const [name, next] of all.flatMap((one) => Object.entries(one))) {
    const known = united[name];
    if (known?.type === "enum" && next.type === "enum")
      united[name] = { type: "enum", values: [...new Set([...known.values, ...next.values])] };
    else if (known?.type === "range" && next.type === "range")
      united[name] = { type: "range", min: Math.min(known.min, next.min), max: Math.max(known.max, next.max) };
    else united[name] = [known, next].find((one) => one?.type === "boolean") ?? known ?? next;
  }
  return united;
}
