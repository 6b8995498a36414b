import { z } from "zod";
import { isRecord } from "../is-record.ts";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

/** An array, or a single object in its place, as in Google's API. */
const Instances = z.preprocess(
  (value) => (isRecord(value) ? [value] : value),
  z.array(z.looseObject({})).describe("One object with the `prompt`"),
);

export const predictImages = endpoint({
  id: "predictImages",
  resource: "images",
  method: "POST",
  path: "/gemini/models/{model}/predict",
  roles: "everyone",
  access: "key",
  restrictable: "images",
  summary: "Create images (Gemini format)",
  description:
    "Compatible with `predict` of Google's Imagen models; `generateImages` of Google's clients calls it at " +
    "`/v1beta/models/{model}:predict` below the gateway's address. The request is converted to `POST /images`, so any " +
    "image model can be used. Parameters that only Imagen reads are noted for other models.",
  relaysTexts: true,
  largeBody: true,
  googleErrors: true,
  params: z.object({ model: z.string().min(1).describe("ID of an image model, e.g. `openai/gpt-image-2`") }),
  body: z
    .looseObject({
      instances: Instances,
      parameters: z
        .looseObject({})
        .nullish()
        .describe(
          "`sampleCount`, `aspectRatio`, `sampleImageSize`, `seed`, `outputOptions` and what only Imagen reads",
        ),
      provider: ProviderRouting.nullish(),
      ...callExtras,
    })
    .meta({ id: "PredictImagesRequest" }),
  response: z.object({
    predictions: z.array(
      z.object({
        mimeType: z.string().optional(),
        bytesBase64Encoded: z.string().describe("Base64-encoded image file"),
        prompt: z.string().optional().describe("The prompt as the model revised it"),
      }),
    ),
  }),
  errors: MODEL_CALL_ERRORS,
});
