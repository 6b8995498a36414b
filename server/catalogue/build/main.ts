import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compile, summary } from "./compile.ts";
import { readMedia } from "./media.ts";
import { noticesText } from "./notices.ts";
import { readProviderFacts } from "./provider-facts.ts";
import { readRaw } from "./raw.ts";
import { readSources } from "./sources.ts";
import { snapshotFiles, writeSnapshot } from "./write.ts";

const { values } = parseArgs({
  options: { data: { type: "string", default: "../shared/data" }, out: { type: "string" } },
});
const folder = values.out ?? fileURLToPath(new URL("../snapshot", import.meta.url));
const snapshot = compile({
  raw: readRaw(values.data),
  sources: readSources(values.data),
  media: readMedia(),
  providers: readProviderFacts(),
});
writeSnapshot(folder, snapshotFiles(snapshot, noticesText(values.data, snapshot.notices ?? [])));
console.log(summary(snapshot));
