import { z } from "zod";

/**
 * A model's name in a list that allows or excludes models. Other gateways have wildcards; here, `openai/*` would match
 * nothing, and a list of excluded models with it would exclude none.
 */
export const ModelName = z
  .string()
  .regex(/^[^*]*$/, "has no wildcards: list model IDs, or limit the providers instead");

/** A provider's ID in a list that allows or excludes providers. */
export const ProviderName = z.string().regex(/^[^*]*$/, "has no wildcards: list provider IDs");
