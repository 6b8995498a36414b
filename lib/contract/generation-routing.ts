import { z } from "zod";

const RoutingCandidate = z.object({
  endpoint_id: z.string(),
  provider_name: z.string(),
  credential_id: z.string().nullable().describe("BYOK credential. Null for the system credential."),
  system_key: z
    .string()
    .nullable()
    .describe("Environment variable of the system credential, if the provider has several; never its value"),
  position: z
    .number()
    .int()
    .nullable()
    .describe("Position in the order of candidates, starting at 1. Null if it was passed over."),
  outcome: z
    .enum(["served", "failed", "canceled", "not_tried", "passed_over"])
    .describe(
      "What happened. `canceled`: it was part of a hedged request, and the other candidate responded first. " +
        "`not_tried`: a candidate before it served the request, or its circuit was open.",
    ),
  reason: z
    .string()
    .describe(
      "What decided: `only`, `circuit`, `order`, `credential`, `preference`, `measure`, `pool`, `listed` or " +
        "`session` for a candidate's position; otherwise why it was passed over, such as `guardrail` or " +
        "`max_price`",
    ),
  explanation: z.string().describe("The same in one sentence"),
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

/** What became of a second attempt, which a caller asked for if the first is slow. */
const HEDGE_OUTCOMES = [
  ...(["first", "second", "failed", "not_needed", "alone", "unknown_latency", "paused", "limit"] as const),
  ...(["streamed", "operation", "server_tools", "batch"] as const),
] as const;
export type HedgeOutcome = (typeof HEDGE_OUTCOMES)[number];

const Hedge = z.object({
  outcome: z
    .enum(HEDGE_OUTCOMES)
    .describe(
      "`first` or `second`: both were sent, and this one responded first. `failed`: both failed. `not_needed`: the first " +
        "responded in time. Otherwise why there was no second one.",
    ),
  after_ms: z.number().int().nullable().describe("How long the gateway waited for the first candidate"),
  canceled_generation_id: z.string().nullable().describe("Generation that charges for the canceled request"),
  canceled_cost: z.number().nullable().describe("Estimated cost of the canceled request, in USD"),
  explanation: z.string().describe("The same in one sentence"),
});

export const GenerationRouting = z
  .object({
    sort: z
      .enum(["price", "throughput", "latency", "exacto"])
      .nullable()
      .describe("How candidates were sorted. Null: by price, weighted with recent failures."),
    cache: z
      .object({
        generation_id: z.string().describe("Generation whose cached response was returned"),
        saved: z.number().describe("What that generation cost, in USD"),
      })
      .nullable()
      .describe("Null unless the response came from the response cache"),
    canary: z
      .object({ alias: z.string(), target: z.enum(["canary", "stable"]) })
      .nullable()
      .describe("Which side of a model alias's canary the request was assigned to. Null without a running canary."),
    hedge: Hedge.nullable().describe("Null unless the request set `provider.hedge`"),
    candidates: z.array(RoutingCandidate).describe("Candidates in the order to try, then those that were passed over"),
  })
  .meta({ id: "GenerationRouting" });
