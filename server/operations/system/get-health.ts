import { getHealth as endpoint } from "#lib/contract/system.ts";
import { answersWithin } from "#server/data/ping.ts";
import { operation } from "#server/http/operation.ts";
import { jsonReply } from "#server/http/reply.ts";
import { version } from "./version.ts";

/** Shorter than the usual timeout of health probes. */
const PATIENCE_MS = 2_000;

export const getHealth = operation(endpoint)(async (gateway) => {
  const state = (await answersWithin(gateway.database.pool, PATIENCE_MS)) ? "ok" : "unavailable";
  return jsonReply({ status: state, version, database: state }, state === "ok" ? 200 : 503, {
    "cache-control": "no-store",
  });
});
