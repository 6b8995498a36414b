import { existsSync } from "node:fs";
import { join } from "node:path";

/** The files in the folder of `--data`, and their origins. */
const PARTS: [path: string, origin: string][] = [
  ["models-dev.json", "providers and models of https://github.com/anomalyco/models.dev, as one JSON file"],
  ["model-listing.json", "an array of models in the shape of `GET /models`, from the same repository"],
  ["LICENSE.models-dev", "the license of that repository"],
  ["portkey-pricing", "the pricing files of https://github.com/Portkey-AI/models, one for each provider"],
  ["portkey-pricing/LICENSE", "the license of that repository"],
  ["README.md", "a line for `models-dev.json` and one for `portkey-pricing/`: revision <commit> of <YYYY-MM-DD>"],
];

/** Returns instructions if the folder of collected sources is not given or incomplete; otherwise undefined. */
export function missingSources(folder: string | undefined): string | undefined {
  if (folder === undefined)
    return `Name the folder of the collected sources: npm run catalogue -- --data <folder>\n\nIt must contain:\n${linesOf(PARTS)}\n\nPrices of genai-prices come from the installed package, and everything else from this repository.`;
  const missing = PARTS.filter(([path]) => !existsSync(join(folder, path)));
  if (missing.length === 0) return undefined;
  return `The folder ${folder} is incomplete. Add:\n${linesOf(missing)}`;
}

function linesOf(parts: typeof PARTS): string {
  return parts.map(([path, origin]) => `- ${path}: ${origin}`).join("\n");
}
