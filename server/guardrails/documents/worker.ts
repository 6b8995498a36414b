import { parentPort } from "node:worker_threads";
import type { DocumentFile, DocumentText } from "./document-text.ts";
import { readDocx } from "./docx.ts";
import { readPdf } from "./pdf.ts";

async function read({ kind, base64 }: DocumentFile): Promise<DocumentText | undefined> {
  // A copy of its own: the parser keeps the memory that it is given.
  const data = Uint8Array.from(Buffer.from(base64, "base64"));
  try {
    return kind === "pdf" ? await readPdf(data) : readDocx(data);
  } catch {
    return undefined;
  }
}

parentPort?.on("message", async (file: DocumentFile) => parentPort?.postMessage(await read(file)));
