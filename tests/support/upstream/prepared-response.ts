import type { Fault } from "./fault.ts";

/** A response ready to be written: whole, or piece by piece under `fault`. */
export type Prepared = {
  status: number;
  headers: Record<string, string>;
  /** One buffer for each stream event; one for a whole body. */
  pieces: Buffer[];
  isStream: boolean;
  fault: Fault;
};
