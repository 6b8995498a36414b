import { z } from "zod";
import { AsOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { checkSelection, STATUS_CLASSES, selection } from "./generation-selection.ts";

export const ATTEMPT_OUTCOMES = ["ok", "4xx", "429", "5xx"] as const;

export const GenerationAttempt = z
  .object({
    generation_id: z.string(),
    created_at: Timestamp.describe("Time of the request"),
    number: z.number().int().describe("Position among the attempts of its request, starting at 1"),
    attempts: z.number().int().describe("Number of attempts of its request"),
    provider_name: z.string(),
    model: z.string().describe("The provider's name for the model"),
    endpoint_id: z.string(),
    requested_model: z.string(),
    status: z.number().int().describe("200, or the status of the provider's failure"),
    outcome: z.enum(ATTEMPT_OUTCOMES),
    error: z.string().nullable().describe("Why it failed. Null if the provider responded."),
    latency: z.number().describe("Time until the attempt responded or failed, in milliseconds"),
    is_byok: z.boolean(),
    credential_id: z.string().nullable().describe("BYOK credential of the attempt. Null for a system credential."),
    credential_name: z.string().nullable(),
    cost: z
      .number()
      .nullable()
      .describe("Cost in USD, including the cost of BYOK requests. Null if the provider may charge for the attempt."),
    status_class: z.enum(STATUS_CLASSES).describe("Outcome of its request"),
  })
  .meta({ id: "GenerationAttempt" });

export const listGenerationAttempts = endpoint({
  id: "listGenerationAttempts",
  resource: "generations",
  method: "GET",
  path: "/generations/attempts",
  roles: "own",
  access: "management",
  summary: "List attempts",
  description:
    "Returns the attempts of the requests that match the filters, newest request first, and the last attempt of a request " +
    "first. `attempt_provider` and `attempt_outcome` select attempts; all other parameters select requests.",
  query: z
    .object({
      cursor: z.string().max(400).optional().describe("Cursor from the previous page"),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      attempt_provider: z.string().min(1).max(256).optional().describe("Only attempts at this provider"),
      attempt_outcome: z.enum(ATTEMPT_OUTCOMES).optional(),
      ...selection,
      start: selection.start.describe("Start of the time range, inclusive. Defaults to 24 hours before its end."),
      end: selection.end.describe("End of the time range, exclusive. Defaults to now."),
    })
    .superRefine(checkSelection),
  response: z.object({
    data: z.array(GenerationAttempt),
    cursor: z.string().nullable().describe("Cursor for the next page of older attempts. Null on the last page."),
    as_of: AsOf,
  }),
  errors: [400, 401, 403, 404, 405, 408, 429, 500],
});
