import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { listImageModelEndpoints, listImageModels } from "#lib/contract/image-models.ts";

export type ImageModel = ResponseOf<typeof listImageModels>["data"][number];
export type ImageEndpoint = ResponseOf<typeof listImageModelEndpoints>["endpoints"][number];

/** A model's parameters for image requests, and whether it streams partial images. */
export type ImageAbilities = Pick<ImageModel, "supported_parameters" | "supports_streaming">;

/** All of the API's parameters, for a model that the catalogue does not know. */
export const ANY_ABILITIES: ImageAbilities = {
  supports_streaming: true,
  supported_parameters: {
    size: { type: "boolean" },
    aspect_ratio: { type: "enum", values: ["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9"] },
    resolution: { type: "enum", values: ["512", "1K", "2K", "4K"] },
    quality: { type: "enum", values: ["low", "medium", "high"] },
    background: { type: "enum", values: ["transparent", "opaque"] },
    output_format: { type: "enum", values: ["png", "jpeg", "webp", "svg"] },
    output_compression: { type: "range", min: 0, max: 100 },
    n: { type: "range", min: 1, max: 10 },
    input_references: { type: "range", min: 0, max: 16 },
    seed: { type: "boolean" },
  },
};

/** Returns whether a parameter is supported. */
export function supportsParameter({ supported_parameters: supported }: ImageAbilities, name: string): boolean {
  return supported[name] !== undefined;
}

/** Returns the values to choose from; empty if any or no value is accepted. */
export function valuesOf({ supported_parameters: supported }: ImageAbilities, name: string): readonly string[] {
  const capability = supported[name];
  return capability?.type === "enum" ? capability.values : [];
}

/** Returns whether the user can type a size in pixels. */
export function supportsPixels({ supported_parameters: supported }: ImageAbilities): boolean {
  return supported.size?.type === "boolean";
}

/** Returns the maximum number of reference images. */
export function mostReferences({ supported_parameters: supported }: ImageAbilities): number {
  const capability = supported.input_references;
  return capability?.type === "range" ? capability.max : 0;
}
