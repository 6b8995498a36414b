import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const Capability = z.discriminatedUnion("type", [
  z.object({ type: z.literal("enum"), values: z.array(z.string()) }),
  z.object({ type: z.literal("range"), min: z.number(), max: z.number() }),
  z.object({ type: z.literal("boolean") }),
]);

const Capabilities = z
  .record(z.string(), Capability)
  .describe("Parameters of `POST /images` with their allowed values");

const ImageModel = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    created: z.int().describe("Unix timestamp in seconds"),
    architecture: z.object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) }),
    endpoints: z.string().describe("Path of the model's endpoint list, relative to the base URL"),
    supported_parameters: Capabilities.describe("Parameters that at least one endpoint of the model supports"),
    supports_streaming: z.boolean().describe("Whether at least one endpoint streams partial images"),
    available: z.boolean().describe("Whether at least one of the model's providers has a credential"),
  })
  .meta({ id: "ImageModel" });

const ImageModelEndpoint = z.object({
  provider_name: z.string(),
  provider_slug: z.string(),
  provider_tag: z.string().nullable(),
  pricing: z.array(
    z.object({
      billable: z.string().describe("`output_image`, `input_image`, `input_reference` or `input_text`"),
      unit: z.string().describe("`request`, `image`, `megapixel` or `token`"),
      cost_usd: z.number(),
      variant: z.string().optional().describe("What the price applies to, if there are several"),
    }),
  ),
  supported_parameters: Capabilities,
  allowed_passthrough_parameters: z
    .array(z.string())
    .describe("Fields that you can set in `provider.options.<provider>`"),
  supports_streaming: z.boolean(),
  available: z.boolean().describe("Whether the provider has a credential"),
});

export const listImageModels = endpoint({
  id: "listImageModels",
  resource: "models",
  method: "GET",
  path: "/images/models",
  roles: "everyone",
  access: "public",
  summary: "List image models",
  description: "Returns the models available for `POST /images`.",
  response: z.object({ data: z.array(ImageModel) }),
  errors: [405, 500],
});

export const listImageModelEndpoints = endpoint({
  id: "listImageModelEndpoints",
  resource: "models",
  method: "GET",
  path: "/images/models/{author}/{slug}/endpoints",
  roles: "everyone",
  access: "public",
  summary: "List endpoints of an image model",
  description: "Returns the providers that serve the model, with prices and supported parameters.",
  params: z.object({ author: z.string().min(1), slug: z.string().min(1) }),
  response: z.object({ id: z.string(), endpoints: z.array(ImageModelEndpoint) }),
  errors: [404, 405, 500],
});
