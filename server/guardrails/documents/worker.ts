import { parentPort } from "node:worker_threads";
import type { DocumentFile, DocumentText } from "./document-text.ts";
import { readDocx } from "./docx.ts";
import { readOffice } from "./office.ts";
import { readPdf } from "./pdf.ts";

async function read(file: DocumentFile): Promise<DocumentText | undefined> {
  // A separate copy, because the parser takes over the memory it receives.
  const data = Uint8Array.from(Buffer.from(file.base64, "base64"));
  try {
    if (file.kind === "pdf") return await readPdf(data);
    if (file.kind === "zip") return readDocx(data);
    if (file.kind === "office") return readOffice(data);
    // Loaded for the first web page, since most workers read none.
    const { readHtml } = await import("./html.ts");
    return await readHtml(data, file.encoding, file.url);
  } catch {
    return undefined;
  }
}

parentPort?.on("message", async (file: DocumentFile) => parentPort?.postMessage({ result: await read(file) }));
