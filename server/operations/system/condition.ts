import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getHealth } from "#lib/contract/system.ts";
import type { ApiResponse } from "#server/api-response.ts";
import { respondsWithin } from "#server/data/ping.ts";
import type { Gateway } from "#server/gateway.ts";
import { jsonResponse } from "#server/http/send-response.ts";
import { version } from "./version.ts";

export type Condition = ResponseOf<typeof getHealth>;
type Part = Condition["degraded"][number]["part"];

const EFFECTS: Record<Part, string> = {
  database:
    "Model requests continue from memory. Keys with a limit spend what this process has leased. Everything else is unavailable.",
  ledger: "Model requests are rejected until the ledger can be written to disk again.",
  rate_limits: "Rate limits are counted by each process on its own.",
  configuration_file: "The configuration stays as it was last applied. The organization settings say what is wrong.",
  read_replica: "Analytics, activity and logs are read from the primary database.",
};

/** Shorter than the usual timeout of health probes. */
const PATIENCE_MS = 2_000;

/** Returns which parts of the gateway are impaired, since when, and the consequences. */
export async function readCondition({
  database,
  ledger,
  rates,
  servesFromMs,
  configFile,
}: Gateway): Promise<Condition> {
  const isUp = database.embedded ? await respondsWithin(database.pool, PATIENCE_MS) : true;
  const sinceMs: Partial<Record<Part, number | undefined>> = {
    database: database.gate.shutSinceMs() ?? (isUp ? undefined : Date.now()),
    ledger: ledger.state().refusedSinceMs,
    rate_limits: rates.apartSinceMs(),
    configuration_file: configFile?.problem?.sinceMs,
    read_replica: database.replica?.awaySinceMs(),
  };
  const degraded = (Object.keys(EFFECTS) as Part[]).flatMap((part) => {
    const partSinceMs = sinceMs[part];
    if (partSinceMs === undefined) return [];
    return [{ part, since: new Date(partSinceMs).toISOString(), effect: EFFECTS[part] }];
  });
  const stateFromMs = servesFromMs();
  const served = degraded.length > 0 ? "degraded" : "ok";
  return {
    status: sinceMs.ledger === undefined ? served : "unavailable",
    version,
    database: sinceMs.database === undefined ? "ok" : "unavailable",
    degraded,
    state_from: stateFromMs === undefined ? null : new Date(stateFromMs).toISOString(),
  };
}

/** Returns the condition, as 503 if model requests are not served. */
export async function readinessResponse(gateway: Gateway): Promise<ApiResponse> {
  const condition = await readCondition(gateway);
  return jsonResponse(condition, condition.status === "unavailable" ? 503 : 200, { "cache-control": "no-store" });
}
