import { readFileSync } from "node:fs";
import type { Retirement } from "../model.ts";
import type { Entry } from "./entries.ts";

/** One row of the hand-written file, copied from the provider's own announcement at `address` on the day `asOf`. */
type Announced = { provider: string; model: string; date: string; successor?: string; address: string; asOf: string };

export type Retirements = readonly Announced[];

/** Reads the hand-written file in this folder. */
export function readRetirements(): Retirements {
  return JSON.parse(readFileSync(new URL("retirements.json", import.meta.url), "utf8")) as Announced[];
}

/**
 * Returns when a provider stops serving a model (catalogue id): as announced, or as listed for the model's maker and
 * OpenRouter, whose list it is; undefined if no source knows.
 */
export function retirementOf(
  retirements: Retirements,
  model: string,
  { provider, listing }: Entry,
  listed: string | null | undefined,
): Retirement | undefined {
  const row = retirements.find((one) => one.provider === provider.id && one.model === model);
  if (row) return { retiresOn: row.date, ...(row.successor && { successor: row.successor }) };
  const date = listing ? listing.expiration_date : provider.hosts ? undefined : listed;
  return date ? { retiresOn: date } : undefined;
}
