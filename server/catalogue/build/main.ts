import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compile, summary } from "./compile.ts";
import { readMedia } from "./media.ts";
import { missingSources } from "./missing-sources.ts";
import { noticesText } from "./notices.ts";
import { readProviderFacts } from "./provider-facts.ts";
import { readRetirements } from "./retirements.ts";
import { readRaw } from "./sources/raw.ts";
import { readSources } from "./sources/sources.ts";
import { snapshotFiles, writeSnapshot } from "./write.ts";

const { values } = parseArgs({ options: { data: { type: "string" }, out: { type: "string" } } });
const { data = "" } = values;
const missing = missingSources(values.data);
if (missing) {
  console.error(missing);
  process.exit(1);
}
const folder = values.out ?? fileURLToPath(new URL("../snapshot", import.meta.url));
const snapshot = compile({
  raw: readRaw(data),
  sources: readSources(data),
  media: readMedia(),
  retirements: readRetirements(),
  providers: readProviderFacts(),
});
writeSnapshot(folder, snapshotFiles(snapshot, noticesText(data, snapshot.notices ?? [])));
console.log(summary(snapshot));
