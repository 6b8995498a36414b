import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

export type StaticFiles = (incoming: IncomingMessage, outgoing: ServerResponse, other: () => void) => void;

/**
 * The built pages' scripts, styles and fonts, compressed when they were built (`server/build/compress.mjs`). Their names
 * carry a digest of their content, so browsers keep them for good. `other` answers for a file that is not there.
 */
export function openStaticFiles(projectFolder: string): StaticFiles {
  return sirv(join(projectFolder, ".next/static"), { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
}
