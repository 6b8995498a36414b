import { z } from "zod";
import { dataOf, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const getOpenApi = endpoint({
  id: "getOpenApi",
  resource: "system",
  method: "GET",
  path: "/openapi.json",
  roles: "everyone",
  access: "public",
  summary: "Get the OpenAPI document",
  description: "Returns this API's description in OpenAPI 3.1 format.",
  response: z.looseObject({ openapi: z.string() }),
  errors: [405, 500],
});

const count = z.number().int();
const bytes = z.number().int().nullable().describe("Size in bytes. Null if unknown.");

export const SystemState = z
  .object({
    version: z.string(),
    started_at: Timestamp,
    database: z.object({
      kind: z.enum(["embedded", "postgresql"]),
      version: z.string(),
      migrations: count.describe("Number of applied migrations"),
      size_bytes: z.number().int(),
      answered_in_ms: z.number(),
    }),
    ledger: z
      .object({
        begun_calls: count.describe("Number of requests in progress"),
        unwritten_calls: count.describe("Number of finished requests that are only in the journal on disk"),
        failed_writes: count.describe("Number of consecutive failed database writes"),
      })
      .describe("Ledger records that are not in the database yet"),
    storage: z.object({
      kind: z.enum(["disk", "s3"]),
      place: z.string().describe("Folder or bucket name"),
      reachable: z.boolean(),
      free_bytes: bytes,
      total_bytes: bytes,
    }),
    providers: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          system_key: z.boolean().describe("Whether the installation has a system credential for the provider"),
          house_key: z.boolean().meta({ description: "Deprecated: use `system_key`", deprecated: true }),
          model_endpoints: count,
          succeeded: count.describe("Successful attempts in the last 30 minutes"),
          failed: count.describe("Failed attempts in the last 30 minutes, without errors caused by the request"),
        }),
      )
      .describe("Providers with a system credential, recent attempts or an open circuit breaker"),
    open_circuits: z
      .array(
        z.object({
          model_endpoint: z.string(),
          own_key: z.boolean().describe("True for a BYOK credential, false for the system credential"),
          tried_again_at: Timestamp,
        }),
      )
      .describe("Model endpoints that are skipped after failures, until `tried_again_at`"),
    jobs: z.array(
      z.object({
        name: z.string(),
        enabled: z.boolean(),
        running: z.boolean(),
        interval_seconds: z.number(),
        last_ended_at: Timestamp.nullable(),
        last_took_ms: z.number().nullable(),
        failures: count.describe("Number of consecutive failures. The log has the reasons."),
      }),
    ),
  })
  .meta({ id: "SystemState" });

export const getSystem = endpoint({
  id: "getSystem",
  resource: "operations",
  method: "GET",
  path: "/system",
  roles: "administrators",
  access: "management",
  summary: "Get system status",
  description: "Returns the state of the responding process: database, ledger, storage, providers and jobs.",
  response: dataOf(SystemState),
  errors: [401, 403, 405, 429, 500],
});

// Below /api instead of the API's root: for the operator, not for callers.

const Health = z
  .object({
    status: z
      .enum(["ok", "degraded", "unavailable"])
      .describe(
        "`degraded`: model requests are served, but something else does not work. `unavailable`: they are rejected.",
      ),
    version: z.string(),
    database: z.enum(["ok", "unavailable"]),
    degraded: z
      .array(
        z.object({
          part: z.enum(["database", "ledger", "rate_limits", "configuration_file", "read_replica"]),
          since: Timestamp,
          effect: z.string().describe("What still works and what does not"),
        }),
      )
      .describe("The parts that do not work as usual; empty if `status` is `ok`"),
    state_from: Timestamp.nullable().describe(
      "If the process started without its database: when the keys, guardrails and prices that it serves from were " +
        "saved. Otherwise null.",
    ),
  })
  .meta({ id: "Health" });

export const getHealth = endpoint({
  id: "getHealth",
  resource: "system",
  method: "GET",
  path: "/health",
  roles: "everyone",
  access: "public",
  summary: "Check health",
  description: "The same as `/health/ready`.",
  response: Health,
  errors: [405, 503],
});

export const getReadiness = endpoint({
  ...getHealth,
  id: "getReadiness",
  path: "/health/ready",
  summary: "Check whether model requests are served",
  description:
    "Returns 200 while the process serves model requests, even if its database or Redis does not respond, and 503 " +
    "with the same body otherwise.",
});

export const getLiveness = endpoint({
  ...getHealth,
  id: "getLiveness",
  path: "/health/live",
  summary: "Check whether the process responds",
  description: "Returns 200 with the same body as `/health/ready` as long as the process responds.",
  errors: [405],
});

export const getMetrics = endpoint({
  id: "getMetrics",
  resource: "operations",
  method: "GET",
  path: "/metrics",
  roles: "administrators",
  access: "management",
  tokenVariable: "METRICS_TOKEN",
  summary: "Get Prometheus metrics",
  description:
    "Returns the metrics of this process in the Prometheus text format. Requires a management key, " +
    "an administrator's session, or the METRICS_TOKEN value as a bearer token.",
  errors: [401, 403, 405, 429, 500],
});
