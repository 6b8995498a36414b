import type { z } from "zod";
import type { Rejection, RejectionReason } from "#lib/contract/rejections.ts";
import type { GenerationRow } from "#server/data/generations.ts";

type Rejected = Pick<GenerationRow, "rejection" | "rejectedField" | "rejectedRequests">;

/** Returns why a row's request was rejected; null if it was not. */
export function rejectionRecord({
  rejection,
  rejectedField,
  rejectedRequests,
}: Rejected): z.output<typeof Rejection> | null {
  if (rejection === null) return null;
  return { reason: rejection as RejectionReason, field: rejectedField, requests: rejectedRequests ?? 1 };
}
