import { parseArgs } from "node:util";
import { startUpstream } from "./upstream.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    record: { type: "boolean", default: false },
    keyless: { type: "boolean", default: false },
  },
});

const upstream = await startUpstream({
  port: Number(values.port ?? 0),
  record: values.record,
  requireKey: !values.keyless,
});
process.stdout.write(`listening ${upstream.url}\n`);
process.once("SIGTERM", () => upstream.close());
process.once("SIGINT", () => upstream.close());
