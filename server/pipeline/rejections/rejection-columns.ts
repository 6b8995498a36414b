import type { HttpError } from "#server/errors.ts";
import { rejectionOf } from "./rejection-of.ts";

const LONGEST_ERROR = 1_000;

/** Returns the columns of a ledger row that say why its request was rejected. */
export function rejectionColumns(error: HttpError) {
  const { reason, field } = rejectionOf(error);
  return {
    status: error.status,
    error: error.message.slice(0, LONGEST_ERROR),
    rejection: reason,
    rejectedField: field,
    rejectedRequests: 1,
  };
}
