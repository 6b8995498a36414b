import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { getSystem as endpoint } from "#lib/contract/system.ts";
import { readDatabaseFacts } from "#server/data/system.ts";
import { operation } from "#server/http/operation.ts";
import type { JobState } from "#server/jobs/run-every.ts";
import { providerStates } from "./provider-states.ts";
import { version } from "./version.ts";

type State = ResponseOf<typeof endpoint>["data"];

export const getSystem = operation(endpoint)(async (gateway) => {
  const nowMs = gateway.now();
  const [facts, room] = await Promise.all([readDatabaseFacts(gateway.database.queries), gateway.storage.room()]);
  const ledger = gateway.ledger.state();
  const openCircuits = gateway.circuits.open(nowMs).map(circuitRecord);
  const data: State = {
    version,
    started_at: new Date(nowMs - process.uptime() * 1000).toISOString(),
    database: {
      kind: gateway.database.embedded ? "embedded" : "postgresql",
      version: facts.version,
      migrations: facts.migrations,
      size_bytes: facts.sizeBytes,
      answered_in_ms: facts.answeredInMs,
    },
    ledger: {
      begun_calls: ledger.begunCalls,
      unwritten_calls: ledger.unwrittenCalls,
      failed_writes: ledger.failedWrites,
    },
    storage: {
      kind: room.kind,
      place: room.place,
      reachable: room.isReachable,
      free_bytes: room.freeBytes,
      total_bytes: room.totalBytes,
    },
    providers: providerStates(gateway, nowMs, new Set(openCircuits.map(({ model_endpoint }) => model_endpoint))),
    open_circuits: openCircuits,
    jobs: gateway.jobs().map(jobRecord),
  };
  return { data };
});

/**
 * A circuit is named after its model endpoint, followed by a BYOK credential's id and key version, or by the name of
 * one of several system credentials (`circuitOf`).
 */
function circuitRecord({ circuit, triedAgainAtMs }: { circuit: string; triedAgainAtMs: number }) {
  const [endpointId = circuit, , ownKeyVersion] = circuit.split(" ");
  return {
    model_endpoint: endpointId,
    own_key: ownKeyVersion !== undefined,
    tried_again_at: new Date(triedAgainAtMs).toISOString(),
  };
}

function jobRecord({ name, intervalMs, isEnabled, isRunning, lastRun, failures }: JobState): State["jobs"][number] {
  return {
    name,
    enabled: isEnabled,
    running: isRunning,
    interval_seconds: intervalMs / 1000,
    failures,
    last_ended_at: lastRun ? new Date(lastRun.endedAtMs).toISOString() : null,
    last_took_ms: lastRun?.tookMs ?? null,
  };
}
