import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceNotice } from "../model.ts";
import { genaiPricesFile } from "./sources/sources.ts";

const OTHERS =
  "Media prices missing from these sources are facts from the providers' own documentation: each such row names the page as its source, and the page's date or the day it was read. Some prices at Azure are facts from Azure's retail price list (https://prices.azure.com/api/retail/prices).";

/** Returns the notices that the sources' licenses require with copies, as one Markdown text. */
export function noticesText(dataFolder: string, notices: SourceNotice[]): string {
  const licenses: [title: string, path: string][] = [
    ["genai-prices", genaiPricesFile("LICENSE")],
    ["models.dev", join(dataFolder, "LICENSE.models-dev")],
    ["Portkey models", join(dataFolder, "portkey-pricing/LICENSE")],
  ];
  const sources = notices.map(
    (notice) =>
      `- ${notice.source}: ${notice.address}, revision ${notice.revision} of ${notice.asOf} (${notice.license})`,
  );
  const texts = licenses.map(([title, path]) => `## ${title}\n\n${indent(readFileSync(path, "utf8"))}`);
  return `# Notices\n\nThe catalogue's facts and prices are compiled from these sources:\n\n${sources.join("\n")}\n\n${OTHERS}\n\n${texts.join("\n\n")}\n`;
}

function indent(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.trim() ? `    ${line.trimEnd()}` : ""))
    .join("\n");
}
