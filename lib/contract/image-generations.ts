import { z } from "zod";
import { pixelsOf } from "../image-size.ts";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

export const ImageGenerationFields = z.looseObject({
  model: z.string().min(1).nullish().describe("Model ID. Defaults to the workspace's default image model."),
  prompt: z.string().min(1),
  n: z.int().min(1).max(10).nullish(),
  size: z
    .string()
    .refine((size) => size === "auto" || pixelsOf(size) !== undefined, {
      error: "must be auto, or pixels as WIDTHxHEIGHT",
    })
    .nullish(),
  quality: z.enum(["auto", "low", "medium", "high", "xhigh", "max", "standard", "hd"]).nullish(),
  background: z.enum(["auto", "transparent", "opaque"]).nullish(),
  output_format: z.enum(["png", "jpeg", "webp", "svg"]).nullish(),
  output_compression: z.int().min(0).max(100).nullish(),
  response_format: z.literal("b64_json", { error: "images are not stored, so only b64_json is supported" }).nullish(),
  stream: z.boolean().nullish(),
  partial_images: z.int().min(0).max(3).nullish(),
  provider: ProviderRouting.nullish(),
  ...callExtras,
});

/** Rejects a transparent image in a format without transparency. */
export function transparentNeedsAlpha(
  { background, output_format: format }: z.output<typeof ImageGenerationFields>,
  context: z.RefinementCtx,
): void {
  if (background === "transparent" && (format === "jpeg" || format === "svg"))
    context.addIssue({ code: "custom", path: ["background"], message: "transparent needs output_format png or webp" });
}

export const ImageGenerationRequest = ImageGenerationFields.superRefine(transparentNeedsAlpha).meta({
  id: "ImageGenerationRequest",
});

export type ImageGenerationRequest = z.output<typeof ImageGenerationRequest>;

const TokenDetails = z.object({ text_tokens: z.int(), image_tokens: z.int() });

export const createImageGeneration = endpoint({
  id: "createImageGeneration",
  resource: "images",
  method: "POST",
  path: "/images/generations",
  roles: "everyone",
  access: "key",
  restrictable: "images",
  summary: "Create images (OpenAI format)",
  description:
    "Compatible with OpenAI's image generation API. With `stream`, the response is always a stream. " +
    "Providers that do not send partial images send only the finished ones.",
  relaysTexts: true,
  largeBody: true,
  body: ImageGenerationRequest,
  response: z.object({
    created: z.int().describe("Unix timestamp in seconds"),
    data: z.array(z.object({ b64_json: z.string(), revised_prompt: z.string().optional() })),
    background: z.string().optional(),
    output_format: z.string().optional(),
    quality: z.string().optional(),
    size: z.string().optional(),
    usage: z.object({
      input_tokens: z.int(),
      input_tokens_details: TokenDetails,
      output_tokens: z.int(),
      output_tokens_details: TokenDetails,
      total_tokens: z.int(),
      cost: z.number().describe("Cost in USD"),
    }),
  }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});
