import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { NOT_STORED_REASONS } from "./generations.ts";

const PreviousError = z.object({
  code: z.number().int(),
  message: z.string(),
  provider_name: z.string().nullable(),
  raw: z.string().nullable(),
});

export const GenerationContent = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    dialect: z.enum(["responses", "messages", "chat", "completions"]),
    input: z.union([z.object({ prompt: z.string() }), z.object({ messages: z.array(z.unknown()) })]),
    output: z.object({
      completion: z.string().nullable(),
      reasoning: z.string().nullable(),
      tool_calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
    }),
    error: z
      .object({
        message: z.string().nullable(),
        status: z.number().int().nullable(),
        provider_name: z.string().nullable(),
        raw: z.string().nullable(),
        previous_errors: z.array(PreviousError).describe("Errors from earlier attempts"),
      })
      .nullable(),
    request: z
      .looseObject({})
      .nullable()
      .describe("Request body as sent to the model. Null if it is withheld or too large to store."),
    input_withheld: z
      .boolean()
      .describe(
        "Whether the input is withheld because a guardrail blocked the request or removed more than can be masked",
      ),
    input_cut: z.boolean().describe("Whether the input is truncated. The longest texts are shortened first."),
    output_cut: z.boolean(),
    size_bytes: z.number().int().describe("Size of the stored content in bytes"),
  })
  .meta({ id: "GenerationContent" });

export const getGenerationContent = endpoint({
  id: "getGenerationContent",
  resource: "generations",
  method: "GET",
  path: "/generation/content",
  roles: "own",
  access: "key",
  summary: "Get stored content",
  description:
    "Returns the stored request and response of a generation. Text that guardrails redacted stays " +
    "redacted. A regular API key can read only its own generations. If nothing is stored, the request " +
    "fails with 404, and `error.metadata.reason` gives the reason as far as it is known: " +
    `${NOT_STORED_REASONS.join(", ")}.`,
  query: z.object({ id: z.string().min(1).max(200).describe("Generation ID, or the ID in the provider's response") }),
  response: dataOf(GenerationContent),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
