import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { NOT_KEPT_REASONS } from "./generations.ts";

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
    dialect: z.enum(["responses", "messages", "chat"]),
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
        previous_errors: z.array(PreviousError).describe("Attempts that failed before it"),
      })
      .nullable(),
    request: z
      .looseObject({})
      .nullable()
      .describe("The body as it went to the model; null: withheld, or too large to be kept as such"),
    input_withheld: z.boolean().describe("A guardrail refused the request, or took more out of it than can be masked"),
    input_cut: z.boolean().describe("The request was longer; its longest texts are cut"),
    output_cut: z.boolean(),
    size_bytes: z.number().int().describe("Of what is kept"),
  })
  .meta({ id: "GenerationContent" });

export const getGenerationContent = endpoint({
  id: "getGenerationContent",
  resource: "generations",
  method: "GET",
  path: "/generation/content",
  roles: "own",
  access: "key",
  summary: "What a model call said, where its workspace keeps that",
  description:
    "What guardrails redacted stays redacted. An ordinary key reads its own calls alone. Where nothing is kept the " +
    `404 says why as far as the settings still tell: \`error.metadata.reason\` is one of ${NOT_KEPT_REASONS.join(", ")}.`,
  query: z.object({ id: z.string().min(1).max(200).describe("Generation id, or the upstream's id of the reply") }),
  response: dataOf(GenerationContent),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
