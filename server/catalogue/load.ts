import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Catalogue, createCatalogue } from "./catalogue.ts";
import type { Addition, Snapshot } from "./model.ts";

/** Reads the compiled snapshot of the project that the process runs in. Throws if a file is missing or is not JSON. */
export function readSnapshot(): Snapshot {
  const folder = join(/*turbopackIgnore: true*/ process.cwd(), "server/catalogue/snapshot");
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return {
    revision: read("revision.json"),
    models: read("models.json"),
    endpoints: read("endpoints.json"),
    prices: read("prices.json"),
    providers: read("providers.json"),
    notices: read("notices.json"),
  };
}

/** Returns the shipped catalogue, read on first use (about 20 ms), with `extra` on top. */
export function loadCatalogue(extra?: Addition): Catalogue {
  return createCatalogue(readSnapshot(), extra);
}
