import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const Capability = z.discriminatedUnion("type", [
  z.object({ type: z.literal("enum"), values: z.array(z.string()) }),
  z.object({ type: z.literal("range"), min: z.number(), max: z.number() }),
  z.object({ type: z.literal("boolean") }),
]);

const Capabilities = z.record(z.string(), Capability).describe("Parameters of POST /images with the values they take");

const ImageModel = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    created: z.int().describe("Unix seconds"),
    architecture: z.object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) }),
    endpoints: z.string().describe("Where the model's endpoints are, from the service's root"),
    supported_parameters: Capabilities.describe("What some endpoint of it takes"),
    supports_streaming: z.boolean().describe("Some endpoint of it sends unfinished images"),
    available: z.boolean().describe("Some provider of it has a credential here"),
  })
  .meta({ id: "ImageModel" });

const ImageModelEndpoint = z.object({
  provider_name: z.string(),
  provider_slug: z.string(),
  provider_tag: z.string().nullable(),
  pricing: z.array(
    z.object({
      billable: z.string().describe("output_image, input_image, input_reference or input_text"),
      unit: z.string().describe("request, image, megapixel or token"),
      cost_usd: z.number(),
      variant: z.string().optional().describe("What the price is for, where there are several"),
    }),
  ),
  supported_parameters: Capabilities,
  allowed_passthrough_parameters: z.array(z.string()).describe("Fields of `provider.options.<provider>`"),
  supports_streaming: z.boolean(),
  available: z.boolean().describe("The provider has a credential here"),
});

export const listImageModels = endpoint({
  id: "listImageModels",
  resource: "models",
  method: "GET",
  path: "/images/models",
  roles: "everyone",
  access: "public",
  summary: "The models that POST /images serves",
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
  summary: "The providers that make images with a model, with prices and what each takes",
  params: z.object({ author: z.string().min(1), slug: z.string().min(1) }),
  response: z.object({ id: z.string(), endpoints: z.array(ImageModelEndpoint) }),
  errors: [404, 405, 500],
});
