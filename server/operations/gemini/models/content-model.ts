import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getContentModel } from "#lib/contract/gemini-models.ts";
import type { Model } from "#server/catalogue/model.ts";
import type { ListedModel } from "../../models/listed-model.ts";
import { authorOf } from "../../models/model-record.ts";

/** Converts a model to the record that Google's clients read. */
export function contentModel({ model, endpoints, top }: ListedModel): ResponseOf<typeof getContentModel> {
  const inputTokenLimit = model.contextLength ?? top?.contextLength;
  const outputTokenLimit = top?.maxOutputTokens;
  return {
    name: `models/${model.id}`,
    // Google numbers the states of a model; here its ID says which one it is.
    version: "001",
    displayName: model.name,
    description: model.description,
    ...(inputTokenLimit && { inputTokenLimit }),
    ...(outputTokenLimit && { outputTokenLimit }),
    supportedGenerationMethods: methodsOf(model),
    thinking: endpoints.some(({ supportedParameters }) => supportedParameters.includes("reasoning")),
  };
}

/** Returns the methods of the Gemini API that work with a model. */
export function methodsOf(model: Model): string[] {
  const { outputModalities } = model;
  if (outputModalities.includes("text")) return ["generateContent", "countTokens"];
  if (outputModalities.includes("embeddings")) return ["embedContent"];
  if (outputModalities.includes("image")) return ["predict"];
  return outputModalities.includes("speech") && authorOf(model) === "google" ? ["generateContent"] : [];
}
