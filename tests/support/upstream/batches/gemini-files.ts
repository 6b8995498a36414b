import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { google, googleError } from "../gemini/conventions.ts";

export type GeminiFile = { name: string; displayName: string; mimeType: string; bytes: Buffer; createdMs: number };
type Upload = { displayName: string; mimeType: string; sizeBytes: number };

/** Google's Files API: uploads in two requests, a list, and downloads of what the provider made. */
export const geminiFiles: Endpoint[] = [
  { method: "POST", path: /\/upload\/v1beta\/files$/, conventions: google, answer: upload },
  { method: "GET", path: /\/v1beta\/files$/, conventions: google, answer: list },
  { method: "GET", path: /\/download\/v1beta\/files\/[^/:]+:download$/, conventions: google, answer: download },
  {
    method: "GET",
    path: /\/v1beta\/files\/[^/:]+$/,
    conventions: google,
    answer: (exchange) => withFile(exchange, show),
  },
  { method: "DELETE", path: /\/v1beta\/files\/[^/:]+$/, conventions: google, answer: remove },
];

function upload(exchange: Exchange): EndpointResponse {
  const { request, jobs } = exchange;
  const { headers } = request;
  if (headers["x-goog-upload-command"] === "start") return start(exchange);
  const id = `upload:${request.query.get("upload_id")}`;
  const begun = jobs.get(id) as Upload | undefined;
  if (!begun || headers["x-goog-upload-command"] !== "upload, finalize" || headers["x-goog-upload-offset"] !== "0")
    return geminiRefusal(400, "Invalid upload command.");
  if (begun.sizeBytes !== request.raw.length) return geminiRefusal(400, "The size is not the announced one.");
  jobs.delete(id);
  const file = storeFile(exchange, begun.displayName, begun.mimeType, request.raw);
  return { json: { file: record(file) }, headers: { "x-goog-upload-status": "final" } };
}

function start({ request, newId, jobs }: Exchange): EndpointResponse {
  const { headers } = request;
  const { file } = (request.body ?? {}) as { file?: { displayName?: string } };
  if (headers["x-goog-upload-protocol"] !== "resumable") return geminiRefusal(400, "Unknown upload protocol.");
  const id = newId("", 20);
  jobs.set(`upload:${id}`, {
    displayName: file?.displayName ?? "",
    mimeType: headers["x-goog-upload-header-content-type"] ?? "",
    sizeBytes: Number(headers["x-goog-upload-header-content-length"]),
  });
  const query = `upload_id=${id}&upload_protocol=resumable`;
  const address = `http://${headers.host}${request.path}?${query}`;
  return { json: {}, headers: { "x-goog-upload-url": address, "x-goog-upload-status": "active" } };
}

/** Stores a file. Those that the provider makes have a name that starts with `batch-`. */
export function storeFile(
  { newId, jobs }: Exchange,
  displayName: string,
  mimeType: string,
  bytes: Buffer,
  prefix = "",
): GeminiFile {
  const file = { name: newId(`files/${prefix}`, 12), displayName, mimeType, bytes, createdMs: Date.now() };
  jobs.set(file.name, file);
  return file;
}

function record({ bytes, createdMs, ...file }: GeminiFile) {
  const createTime = new Date(createdMs).toISOString();
  return { ...file, sizeBytes: String(bytes.length), createTime, updateTime: createTime, state: "ACTIVE" };
}

/** Uploads only, newest first. */
function list({ request, jobs }: Exchange): EndpointResponse {
  const all = [...jobs].flatMap(([name, file]) => (/^files\/(?!batch-)/.test(name) ? [file as GeminiFile] : []));
  const { shown, more } = pageOf(all.reverse(), request.query);
  return { json: { ...(shown.length > 0 && { files: shown.map(record) }), ...more } };
}

/** Returns a page of a list, of one entry unless a size is given, so that clients must follow the pages. */
export function pageOf<Item>(all: readonly Item[], query: URLSearchParams): { shown: Item[]; more: object } {
  const from = Number(query.get("pageToken") ?? 0);
  const to = from + Math.min(2, Number(query.get("pageSize") ?? 1));
  return { shown: all.slice(from, to), more: to < all.length ? { nextPageToken: String(to) } : {} };
}

function withFile(exchange: Exchange, then: (file: GeminiFile) => EndpointResponse): EndpointResponse {
  const [, name = ""] = exchange.request.path.match(/\/(files\/[^/:]+)/) ?? [];
  const file = exchange.jobs.get(name) as GeminiFile | undefined;
  return file ? then(file) : geminiRefusal(403, "You do not have permission to access the File or it may not exist.");
}

function show(file: GeminiFile): EndpointResponse {
  return { json: record(file) };
}

function download(exchange: Exchange): EndpointResponse {
  if (exchange.request.query.get("alt") !== "media") return geminiRefusal(400, "alt must be media");
  return withFile(exchange, ({ name, mimeType, bytes }) =>
    name.startsWith("files/batch-")
      ? { bytes, contentType: mimeType }
      : geminiRefusal(400, "Only generated files can be downloaded."),
  );
}

function remove(exchange: Exchange): EndpointResponse {
  return withFile(exchange, ({ name }) => {
    exchange.jobs.delete(name);
    return { json: {} };
  });
}

export function geminiRefusal(status: number, message: string): EndpointResponse {
  return { status, json: { error: googleError(status, "", message) } };
}
