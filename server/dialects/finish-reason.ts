/**
 * Returns the finish reason of a choice; undefined if it has not ended. Some servers send an empty text until then
 * (https://github.com/adolfousier/opencrabs/pull/1499).
 */
export function finishOf(reason: unknown): string | undefined {
  return typeof reason === "string" && reason !== "" ? reason : undefined;
}
