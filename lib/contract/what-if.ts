import { z } from "zod";
import { dataOf, Instant, Timestamp } from "./common.ts";
import { DATA_REGIONS, DataRegion } from "./data-regions.ts";
import { endpoint } from "./endpoint.ts";

const names = z.array(z.string().min(1).max(256)).max(100).default([]);
const count = z.number().int();

/** The most requests that are replayed. */
export const MAX_REPLAYED = 10_000;

export const WhatIf = z.strictObject({
  time_range: z
    .strictObject({ start: Instant, end: Instant })
    .optional()
    .describe("Requests to replay. Defaults to the last 24 hours."),
  sort: z
    .enum(["price", "throughput", "latency", "exacto"])
    .optional()
    .describe("Sorts the candidates of every request this way instead"),
  outages: names.describe("Providers or model endpoints (`<model>@<provider>`) that are down"),
  allowed_providers: names.describe("A guardrail that allows only these providers. All are allowed if it is empty."),
  ignored_providers: names.describe("A guardrail that forbids these providers"),
  enforce_zdr: z.boolean().default(false).describe("A guardrail that requires zero data retention"),
  allowed_data_regions: z
    .array(DataRegion)
    .max(DATA_REGIONS.length)
    .default([])
    .describe(
      "A guardrail that allows only these data regions, with today's credentials and addresses. All are allowed if " +
        "it is empty.",
    ),
  prices: z
    .array(
      z.strictObject({
        endpoint_id: z.string().min(1).max(256),
        unit: z.string().min(1).max(64).describe("Billable unit, such as `input_tokens`"),
        usd_per_million: z.number().min(0).max(1_000_000),
      }),
    )
    .max(100)
    .default([])
    .describe("Prices to use instead of those of that time"),
});

const before = z.number().nullable();
const Compared = z.object({ before, after: before });

export const WhatIfResult = z
  .object({
    from: Timestamp,
    to: Timestamp,
    requests: count.describe("Requests whose decision was replayed"),
    is_complete: z
      .boolean()
      .describe(`False if there were more than ${MAX_REPLAYED} requests; the latest are replayed`),
    reproduced: count.describe("Requests for which the replay without the change makes the same decision as before"),
    changed: count.describe("Requests that would try another model endpoint first"),
    unserved: count.describe("Requests with no candidate left"),
    cost_usd: Compared.describe("Cost of the requests that are served both times. Those without a price are left out."),
    unpriced: count.describe("Requests that `cost_usd` leaves out"),
    latency_ms: Compared.describe(
      "Mean of the first candidates' median time to the first content, over requests for which both are known",
    ),
    failure_rate: Compared.describe(
      "Expected share of failed first attempts, by the candidates' recent failures at that time; unserved requests fail",
    ),
    providers: z
      .array(z.object({ provider_name: z.string(), before: count, after: count }))
      .describe("Requests by the provider tried first"),
    examples: z
      .array(z.object({ id: z.string(), before: z.string(), after: z.string().nullable() }))
      .describe("Up to 50 changed requests, with the model endpoints tried first"),
  })
  .meta({ id: "WhatIfResult" });

export const replayGenerations = endpoint({
  id: "replayGenerations",
  isQuery: true,
  resource: "generations",
  method: "POST",
  path: "/generations/what-if",
  roles: "own",
  access: "management",
  summary: "Replay routing decisions",
  description:
    "Repeats the routing decisions of past requests under another policy, price list, guardrail or outage, and compares " +
    "cost, latency and failures. Sends nothing to providers. Candidates that were passed over are not reconsidered.",
  body: WhatIf,
  response: dataOf(WhatIfResult),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});
