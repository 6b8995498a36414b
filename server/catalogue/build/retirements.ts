import { readdirSync, readFileSync } from "node:fs";
import type { Retirement } from "../model.ts";
import type { Entry } from "./entries.ts";

/** One row of a hand-written file, copied from the announcement at `address` on the day `asOf`. */
type Announced = { provider: string; model: string; date: string; successor?: string; address: string; asOf: string };

export type Retirements = readonly Announced[];

/** Reads the hand-written files in `retirements`, one for each provider. */
export function readRetirements(): Retirements {
  const folder = new URL("retirements/", import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Announced[]);
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
