import { createServer } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

/** One request as it arrived, and the status of its response. `body` is JSON, a form's parts, or undefined. */
export type Recorded = { sample: string; method: string; url: string; hasKey: boolean; body: unknown; status: number };

export type RecordingProxy = { url: string; requests: Recorded[]; close(): Promise<void> };

/** Forwards requests below `/<sample>/` to `target` and records them. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const requests: Recorded[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = "", headers } = incoming;
    const [, sample = "", url = ""] = /^\/([^/]*)(.*)/.exec(incoming.url ?? "") ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const type = headers["content-type"];
    const sent = {
      ...(type && { "content-type": type }),
      ...(headers.accept && { accept: headers.accept }),
      ...(headers.authorization && { authorization: headers.authorization }),
    };
    const response = await fetch(target + url, { method, headers: sent, ...(bytes.length > 0 && { body: bytes }) });
    const { status } = response;
    const body = await readBody(bytes, type);
    requests.push({ sample, method, url, hasKey: "authorization" in headers, body, status });
    outgoing.writeHead(status, { "content-type": response.headers.get("content-type") ?? "" });
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  const { url, close } = await listenLocally(server);
  return { url, requests, close };
}

async function readBody(bytes: Buffer, type: string | undefined): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  if (type === "application/octet-stream") return bytes.toString("hex");
  if (!type?.startsWith("multipart/")) return JSON.parse(bytes.toString());
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const parts = [...form].map(async ([name, value]) =>
    typeof value === "string"
      ? [name, value]
      : [name, value.name, Buffer.from(await value.arrayBuffer()).toString("hex")],
  );
  return Promise.all(parts);
}
