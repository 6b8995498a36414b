import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { SourceNotice } from "#server/catalogue/model.ts";
import { AZURE_RETAIL } from "./azure-retail.ts";
import type { Source } from "./claim.ts";

export type Sources = {
  modelsDev: Source;
  listing: Source;
  portkey: Source;
  genaiPrices: Source;
  azureRetail: Source;
  project: Source;
};

/** Release dates of the npm package, which does not contain them. */
const GENAI_PRICES_RELEASES: Record<string, string> = { "0.1.8": "2026-09-23" };

/** Day the hand-written facts and the local models' prices were last checked. */
const PROJECT_AS_OF = "2026-11-21";

/**
 * Returns the revision and date of each source, from the data folder's README and the installed package. Throws if one
 * is missing.
 */
export function readSources(dataFolder: string): Sources {
  const readme = readFileSync(join(dataFolder, "README.md"), "utf8");
  const modelsDev = revisionOf(readme, "models-dev.json");
  return {
    modelsDev: { id: "models.dev", ...modelsDev, rank: 2 },
    listing: { id: "openrouter-listing", ...modelsDev, rank: 2 },
    portkey: { id: "portkey-models", ...revisionOf(readme, "portkey-pricing/"), rank: 1 },
    genaiPrices: { id: "genai-prices", ...installedGenaiPrices(), rank: 3 },
    azureRetail: AZURE_RETAIL,
    project: { id: "switchboard", revision: PROJECT_AS_OF, asOf: PROJECT_AS_OF, rank: 4 },
  };
}

/** Returns the price sources for the notices file and the console. */
export function sourceNotices(sources: Sources): SourceNotice[] {
  const { modelsDev, listing, portkey, genaiPrices } = sources;
  return [
    notice(genaiPrices, "https://github.com/pydantic/genai-prices"),
    notice(modelsDev, "https://github.com/anomalyco/models.dev"),
    notice(listing, "https://github.com/anomalyco/models.dev"),
    notice(portkey, "https://github.com/Portkey-AI/models"),
  ];
}

function notice(source: Source, address: string): SourceNotice {
  return { source: source.id, revision: source.revision, asOf: source.asOf, license: "MIT", address };
}

function revisionOf(readme: string, name: string): { revision: string; asOf: string } {
  const line = readme.split("\n").find((text) => text.includes(`\`${name}\``)) ?? "";
  const match = /revision ([0-9a-f]{7,40}) of (\d{4}-\d{2}-\d{2})/.exec(line);
  if (!match?.[1] || !match[2]) throw new Error(`README.md of the data folder states no revision and date for ${name}`);
  return { revision: match[1], asOf: match[2] };
}

function installedGenaiPrices(): { revision: string; asOf: string } {
  const version = (JSON.parse(readFileSync(genaiPricesFile("package.json"), "utf8")) as { version: string }).version;
  const asOf = GENAI_PRICES_RELEASES[version];
  if (!asOf) throw new Error(`Add the release date of @pydantic/genai-prices ${version} to sources.ts`);
  return { revision: version, asOf };
}

/** Returns the path of a file of the installed price package. */
export function genaiPricesFile(name: string): string {
  return join(createRequire(import.meta.url).resolve("@pydantic/genai-prices"), "../..", name);
}
