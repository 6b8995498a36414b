import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

export type StaticFiles = (incoming: IncomingMessage, outgoing: ServerResponse, other: () => void) => void;

/**
 * Returns a handler for the built scripts, styles and fonts, which were compressed at build time
 * (`server/build/compress.mjs`). Their names contain a content hash, so browsers cache them forever. Calls `other` for
 * a missing file.
 */
export function openStaticFiles(projectFolder: string): StaticFiles {
  return sirv(join(projectFolder, ".next/static"), { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
}
