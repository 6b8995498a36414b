import { z } from "zod";

const RoutingCandidate = z.object({
  endpoint_id: z.string(),
  provider_name: z.string(),
  credential_id: z.string().nullable().describe("BYOK credential. Null for the system credential."),
  system_key: z
    .string()
    .nullable()
    .describe("Environment variable of the system key, if the provider has several; never the key"),
  position: z.number().int().nullable().describe("Place in the order to try, from 1. Null if it was passed over."),
  outcome: z
    .enum(["served", "failed", "not_tried", "passed_over"])
    .describe("What happened. `not_tried`: a candidate before it served the request, or its circuit was open."),
  reason: z
    .string()
    .describe(
      "What decided: `only`, `circuit`, `order`, `credential`, `preference`, `measure`, `pool`, `listed` or `session` for " +
        "the place of a candidate; otherwise what it was passed over for, such as `guardrail` or `max_price`",
    ),
  explanation: z.string().describe("The same as one sentence"),
  price: z
    .number()
    .nullable()
    .describe(
      "Price that candidates were compared by, in USD: of 3 million input and 1 million output tokens, or of a million of " +
        "the unit that the provider bills",
    ),
  latency_p50: z.number().nullable().describe("Median milliseconds to the first content at that time"),
  throughput_p50: z.number().nullable().describe("Median tokens per second at that time"),
  uptime: z.number().nullable().describe("Percent of attempts that succeeded in the half hour before"),
});

export const GenerationRouting = z
  .object({
    sort: z
      .enum(["price", "throughput", "latency", "exacto"])
      .nullable()
      .describe("How candidates were sorted. Null: by price, weighted with recent failures."),
    cache: z
      .object({
        generation_id: z.string().describe("Generation whose response was sent again"),
        saved: z.number().describe("What that generation cost, in USD"),
      })
      .nullable()
      .describe("Null unless the response came from the response cache"),
    candidates: z.array(RoutingCandidate).describe("In the order to try, then those that were passed over"),
  })
  .meta({ id: "GenerationRouting" });
