import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { createImageGeneration, ImageGenerationFields, transparentNeedsAlpha } from "./image-generations.ts";
import { isImageAddress } from "./images.ts";

/** Maximum size of an image to edit. */
export const MAX_EDITED_IMAGE_BYTES = 50 * 1024 * 1024;
/** Maximum number of images in one request. */
export const MAX_EDITED_IMAGES = 16;

const EditedImage = z
  .looseObject({
    image_url: z
      .string()
      .refine(isImageAddress, { error: "must be an http(s) URL, or a data URL of an image in base64" })
      .nullish()
      .describe("A base64 data URL, or a public URL"),
    file_id: z.string().max(128).nullish().describe("ID of an uploaded file"),
  })
  .refine(({ image_url: url, file_id: id }) => Boolean(url) !== Boolean(id), {
    error: "must have either `image_url` or `file_id`",
  });

export const ImageEditRequest = ImageGenerationFields.extend({
  images: z.array(EditedImage).min(1).max(MAX_EDITED_IMAGES).describe("Images to edit"),
  mask: EditedImage.nullish().describe("PNG whose transparent areas show where to edit the first image"),
  input_fidelity: z.enum(["high", "low"]).nullish().describe("How closely to match the style of the images"),
})
  .superRefine(transparentNeedsAlpha)
  .meta({ id: "ImageEditRequest" });

export type ImageEditRequest = z.output<typeof ImageEditRequest>;

export const createImageEdit = endpoint({
  id: "createImageEdit",
  resource: "images",
  method: "POST",
  path: "/images/edits",
  roles: "everyone",
  access: "key",
  restrictable: "images",
  summary: "Edit images (OpenAI format)",
  description:
    "Compatible with OpenAI's image edit API. Send JSON, or a form with up to 16 files in parts named `image` or " +
    "`image[]`, optionally a file in `mask`, and the other fields as text. With `stream`, the response is always a " +
    "stream. Providers that do not send partial images send only the finished ones.",
  relaysTexts: true,
  largeBody: true,
  body: ImageEditRequest,
  form: "image",
  response: createImageGeneration.response,
  produces: ["json", "sse"],
  errors: createImageGeneration.errors,
});
