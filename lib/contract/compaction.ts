import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, NAME_ENDINGS, ProviderRouting } from "./routing.ts";

const STATELESS = "Must be null, because responses are not stored: send the whole history as input";

export const CompactionRequest = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .optional()
      .describe(`Model ID. Defaults to the first entry of \`models\`. ${NAME_ENDINGS}`),
    models: z.array(z.string().min(1)).nullish().describe("Fallback models, in order"),
    input: z.union([z.string(), z.array(z.unknown())]).describe("The whole conversation"),
    instructions: z.string().nullish(),
    previous_response_id: z.null(STATELESS).optional().describe("Must be null. The gateway does not store responses."),
    prompt_cache_key: z.string().nullish(),
    service_tier: z.string().nullish(),
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "CompactionRequest" });

export type CompactionRequest = z.infer<typeof CompactionRequest>;

export const compactResponse = endpoint({
  id: "compactResponse",
  resource: "generations",
  method: "POST",
  path: "/responses/compact",
  roles: "everyone",
  access: "key",
  summary: "Compact a conversation",
  description:
    "Compatible with OpenAI's endpoint, which Codex uses: returns a shorter conversation to continue with. Its compaction " +
    "item is encrypted, and only the provider that made it can read it, so only models of OpenAI and Azure can be used; " +
    "for others, the request fails with 404, and agents summarize the conversation themselves.",
  relaysTexts: true,
  largeBody: true,
  body: CompactionRequest,
  response: z.looseObject({
    id: z.string(),
    object: z.literal("response.compaction"),
    created_at: z.number().int(),
    output: z.array(z.looseObject({ type: z.string() })),
    usage: z.looseObject({ input_tokens: z.number().int(), output_tokens: z.number().int() }),
  }),
  errors: MODEL_CALL_ERRORS,
});
