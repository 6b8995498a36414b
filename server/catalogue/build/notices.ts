import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceNotice } from "../model.ts";
import { genaiPricesFile } from "./sources/sources.ts";

const OTHERS =
  "Prices of media that these lack are facts from the vendors' own documentation: such a row names the page as its source, and the page's date or the day on which it was read.";

/** The notices that the sources' licenses ask to keep with copies of them, as one Markdown text. */
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
  const texts = licenses.map(([title, path]) => `## ${title}\n\n${indented(readFileSync(path, "utf8"))}`);
  return `# Notices\n\nThe catalogue's facts and prices are compiled from these sources:\n\n${sources.join("\n")}\n\n${OTHERS}\n\n${texts.join("\n\n")}\n`;
}

function indented(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => (line.trim() ? `    ${line.trimEnd()}` : ""))
    .join("\n");
}
