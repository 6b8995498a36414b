import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ObjectFormat } from "#lib/contract/destination-config.ts";
import type { TraceEvent } from "./trace-event.ts";

const compress = promisify(gzip);

type Encoding = {
  /** The end of an object's name. */
  extension: string;
  mediaType: string;
  encode: (events: readonly TraceEvent[]) => Promise<Uint8Array>;
};

export const OBJECT_ENCODINGS: Record<ObjectFormat, Encoding> = {
  ndjson: {
    extension: "ndjson.gz",
    mediaType: "application/gzip",
    encode: (events) => compress(events.map((event) => `${JSON.stringify(event)}\n`).join("")),
  },
  parquet: {
    extension: "parquet",
    mediaType: "application/vnd.apache.parquet",
    async encode(events) {
      const { encodeParquet } = await import("./encode-parquet.ts");
      return encodeParquet(events);
    },
  },
};
