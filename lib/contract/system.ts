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
  summary: "This description of the API, as an OpenAPI 3.1 document",
  response: z.looseObject({ openapi: z.string() }),
  errors: [405, 500],
});

const count = z.number().int();
const bytes = z.number().int().nullable().describe("Bytes; null where nobody can say");

export const SystemState = z
  .object({
    version: z.string(),
    started_at: Timestamp,
    database: z.object({
      kind: z.enum(["embedded", "postgresql"]),
      version: z.string(),
      migrations: count.describe("How many were applied"),
      size_bytes: z.number().int(),
      answered_in_ms: z.number(),
    }),
    ledger: z
      .object({
        begun_calls: count.describe("Answers under way"),
        unwritten_calls: count.describe("Finished calls that only the journal on disk has"),
        failed_writes: count.describe("Writes to the database that failed in a row until now"),
      })
      .describe("What the database does not have yet"),
    storage: z.object({
      kind: z.enum(["disk", "s3"]),
      place: z.string().describe("Folder or bucket"),
      reachable: z.boolean(),
      free_bytes: bytes,
      total_bytes: bytes,
    }),
    providers: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          house_key: z.boolean().describe("The installation reaches it on its own account"),
          model_endpoints: count,
          succeeded: count.describe("Attempts of the last 30 minutes"),
          failed: count.describe("Attempts of the last 30 minutes, the caller's own mistakes left out"),
        }),
      )
      .describe("Those with a house key, recent attempts or an open circuit"),
    open_circuits: z
      .array(
        z.object({
          model_endpoint: z.string(),
          own_key: z.boolean().describe("Of a workspace's own provider key, not of the house's"),
          tried_again_at: Timestamp,
        }),
      )
      .describe("Passed over until then, because they failed"),
    jobs: z.array(
      z.object({
        name: z.string(),
        enabled: z.boolean(),
        running: z.boolean(),
        interval_seconds: z.number(),
        last_ended_at: Timestamp.nullable(),
        last_took_ms: z.number().nullable(),
        failures: count.describe("In a row until now; the log has the reasons"),
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
  summary: "How the process that answers fares: database, ledger, storage, providers, jobs",
  response: dataOf(SystemState),
  errors: [401, 403, 405, 429, 500],
});

// Below /api instead of the API's root: for the operator, not for callers.

export const getHealth = endpoint({
  id: "getHealth",
  resource: "system",
  method: "GET",
  path: "/health",
  roles: "everyone",
  access: "public",
  summary: "Whether this process can serve: 503 when its database does not answer",
  response: z.object({
    status: z.enum(["ok", "unavailable"]),
    version: z.string(),
    database: z.enum(["ok", "unavailable"]),
  }),
  errors: [405, 503],
});

export const getMetrics = endpoint({
  id: "getMetrics",
  resource: "operations",
  method: "GET",
  path: "/metrics",
  roles: "administrators",
  access: "management",
  tokenVariable: "METRICS_TOKEN",
  summary: "Metrics of this process in the Prometheus text format",
  description: "Needs a management key, an administrator's session, or the token in METRICS_TOKEN as a bearer token.",
  errors: [401, 403, 405, 429, 500],
});
