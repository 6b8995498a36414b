import { z } from "zod";
import { IMAGE_TIERS, pixelsOf, sizeConflict, tierOf } from "../image-size.ts";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

export const ASPECT_RATIOS = [
  ...["1:1", "1:2", "1:4", "1:8", "2:1", "2:3", "2.35:1", "3:2", "3:4", "4:1", "4:3", "4:5", "5:2", "5:4", "8:1"],
  ...["9:16", "16:9", "9:19.5", "19.5:9", "9:20", "20:9", "9:21", "21:9", "auto"],
] as const;

export const IMAGE_FORMATS = ["png", "jpeg", "webp", "svg"] as const;

/** Reads only the start of an address, since a data URL may have 50 MB. */
export function isImageAddress(url: string): boolean {
  const start = url.slice(0, 200);
  // As guardrails read it: in lower case, except for the type.
  if (/^data:/i.test(start)) return /^data:image\/[\w.+-]+(?:;[\w=-]+)*;base64,./.test(start);
  return /^https?:\/\/./i.test(start) && URL.canParse(url);
}

const Address = z
  .string()
  .min(1)
  .refine(isImageAddress, { error: "must be an http(s) URL, or a data URL of an image in base64" });

const Reference = z.union(
  [Address, z.looseObject({ type: z.literal("image_url").nullish(), image_url: z.looseObject({ url: Address }) })],
  { error: 'a data URL of an image in base64 or an http(s) URL, alone or as `{type: "image_url", image_url: {url}}`' },
);

const Size = z
  .string()
  .refine((size) => size === "auto" || tierOf(size) !== undefined || pixelsOf(size) !== undefined, {
    error: "must be a tier (512, 1K, 2K, 4K), or pixels as WIDTHxHEIGHT",
  });

const ImageFields = z.looseObject({
  model: z.string().min(1).nullish().describe("Model ID. Defaults to the workspace's default image model."),
  prompt: z.string().min(1),
  aspect_ratio: z
    .enum(ASPECT_RATIOS)
    .nullish()
    .describe("Aspect ratio. A model that does not support it uses the closest one and adds a note."),
  background: z
    .enum(["auto", "transparent", "opaque"])
    .nullish()
    .describe("`transparent` requires `output_format` `png` or `webp`"),
  input_references: z
    .array(Reference)
    .max(16)
    .nullish()
    .describe("Input images. The gateway downloads URLs itself; they must be public."),
  mask: Reference.nullish().describe("PNG whose transparent areas show where to edit the first input image"),
  n: z
    .int()
    .min(1)
    .max(10)
    .nullish()
    .describe("Number of images, up to 10. Models that create one image per request are called several times."),
  output_compression: z
    .int()
    .min(0)
    .max(100)
    .nullish()
    .describe("Compression level from 0 to 100. Requires `output_format` `webp` or `jpeg`."),
  output_format: z.enum(IMAGE_FORMATS).nullish(),
  provider: ProviderRouting.nullish(),
  quality: z.enum(["auto", "low", "medium", "high", "xhigh", "max"]).nullish(),
  resolution: z.enum(IMAGE_TIERS).nullish(),
  seed: z.int().nullish(),
  size: Size.nullish().describe(
    "Resolution tier, or WIDTHxHEIGHT in pixels. Pixels must match `resolution` and `aspect_ratio`.",
  ),
  stream: z.boolean().nullish().describe("Whether to stream images as they are created, if the provider supports it"),
  partial_images: z.int().min(0).max(3).nullish().describe("Number of partial images to stream. Defaults to 2."),
  ...callExtras,
});

type Fields = z.output<typeof ImageFields>;

/** Returns a contradiction between two fields of a request, as path and sentence. */
function contradiction(body: Fields): [path: string, message: string] | undefined {
  const { background, output_format: format, output_compression: compression } = body;
  if (body.mask && !body.input_references?.length) return ["mask", "only with input_references"];
  if (background === "transparent" && format && format !== "png" && format !== "webp")
    return ["background", `transparent needs output_format png or webp, not ${format}`];
  if (typeof compression === "number" && format !== "webp" && format !== "jpeg")
    return ["output_compression", "only with output_format webp or jpeg"];
  const conflict = sizeConflict(body);
  return conflict ? ["size", conflict.slice("size: ".length)] : undefined;
}

export const ImageRequest = ImageFields.superRefine((body, context) => {
  const found = contradiction(body);
  if (found) context.addIssue({ code: "custom", path: [found[0]], message: found[1] });
}).meta({ id: "ImageRequest" });

export type ImageRequest = z.output<typeof ImageRequest>;

const Image = z.object({
  b64_json: z.string().describe("Base64-encoded image file. SVG text is UTF-8."),
  media_type: z.string().optional(),
  revised_prompt: z.string().optional().describe("The prompt as the model revised it"),
});

const ImageUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  cost: z.number().optional().describe("Cost in USD"),
  is_byok: z.boolean().optional(),
});

export const createImage = endpoint({
  id: "createImage",
  resource: "images",
  method: "POST",
  path: "/images",
  roles: "everyone",
  access: "key",
  restrictable: "images",
  summary: "Create images",
  description:
    "With `stream`, and a provider that sends partial images, the response is a stream of " +
    "`image_generation.partial_image` and `image_generation.completed` events, then `[DONE]`. With " +
    "other providers, `stream` has no effect.",
  relaysTexts: true,
  largeBody: true,
  body: ImageRequest,
  response: z.object({
    created: z.int().describe("Unix timestamp in seconds"),
    data: z.array(Image),
    usage: ImageUsage.optional(),
  }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});
