import { z } from "zod";
import { Timestamp } from "./common.ts";

/** Describes the alternative response format of a catalogue endpoint. */
export const FOR_ANTHROPIC =
  "With an `anthropic-version` header, the response has the format that Anthropic clients expect: " +
  "`type`, `display_name` and `created_at` for each model, and `has_more`, `first_id` and " +
  "`last_id` for a list.";

/** A model in the format of Anthropic's clients. */
export const AnthropicModel = z
  .object({
    type: z.literal("model"),
    id: z.string(),
    display_name: z.string(),
    created_at: Timestamp,
    max_input_tokens: z.number().int().nullable(),
    max_tokens: z.number().int().nullable(),
  })
  .meta({ id: "ModelForAnthropic" });

/** A page of models in the format of Anthropic's clients. */
export const AnthropicModelList = z
  .object({
    data: z.array(AnthropicModel),
    has_more: z.boolean(),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  })
  .meta({ id: "ModelListForAnthropic" });
