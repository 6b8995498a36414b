import { z } from "zod";
import { Timestamp } from "./common.ts";

/** Declares one attempt to deliver a message. `status`: describes the HTTP status, which is null without a response. */
export function deliveryAttempt(status: string) {
  return z.object({
    at: Timestamp,
    status: z.int().nullable().describe(status),
    error: z.string().nullable(),
    duration_ms: z.int(),
  });
}
