import type { HttpError } from "#server/errors.ts";

// Errors of requests whose rejection is counted by another row, so their responses have no row to name.
const counted = new WeakSet<HttpError>();

/** Marks the error of a rejection that is recorded without a row of its own. Returns the error. */
export function markCounted(error: HttpError): HttpError {
  counted.add(error);
  return error;
}

/** Returns whether the ledger has, or counts, the request that ended with this error. */
export function isRecorded(error: HttpError): boolean {
  return counted.has(error) || error.headers?.["x-generation-id"] !== undefined;
}
