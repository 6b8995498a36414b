import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { serviceTierOf } from "#server/ledger/prices/service-tier.ts";
import { droppedAt, type Providers, requiresAll } from "../converted/dropped-fields.ts";
import { parametersOf } from "./parameters.ts";
import type { PlanRequest } from "./plan-request.ts";

type Wants = Pick<PlanRequest, "parameters" | "makes" | "serves" | "refuses" | "serviceTier">;

/** Returns what a text request requires of its candidates. */
export function textWants(dialect: Dialect, body: Body, providers: Providers): Wants {
  return {
    parameters: parametersOf(body),
    serviceTier: serviceTierOf(body, {}),
    makes: "text",
    serves: (provider) => provider.text !== undefined || provider.native?.[dialect.id] !== undefined,
    ...(requiresAll(body) && { refuses: (endpoint) => droppedAt(dialect, body, endpoint, providers) }),
  };
}
