import type { z } from "zod";
import type { ConfigEffect } from "#lib/contract/config.ts";
import type { Gateway } from "#server/gateway.ts";
import type { DecidingState } from "./planned-state.ts";

export type Effect = z.output<typeof ConfigEffect>;

/** The states before and after the plan, and the requests to examine. */
export type Comparison = {
  gateway: Gateway;
  organizationId: string;
  before: DecidingState;
  after: DecidingState;
  from: Date;
  to: Date;
};
