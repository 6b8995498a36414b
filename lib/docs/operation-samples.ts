import type { RequestSample } from "#lib/request-samples.ts";
import { exampleOf } from "./examples.ts";
import type { Operation } from "./reference.ts";
import { curlOf } from "./samples/curl.ts";
import { nodeOf } from "./samples/node.ts";
import type { OperationRequest } from "./samples/operation-request.ts";
import { pythonOf } from "./samples/python.ts";
import { socketSamples } from "./samples/socket.ts";

/** The files in which samples save responses that are not JSON. */
const OUTPUTS: Record<string, string> = {
  createSpeech: "speech.mp3",
  getVideoContent: "video.mp4",
  exportGenerations: "generations.csv",
  exportChargeback: "chargeback.csv",
  streamGenerateContent: "events.txt",
};
const SAVED: ReadonlySet<string> = new Set(["application/octet-stream", "text/event-stream"]);

/** Public for signed links; a request without one sends a key. */
const SIGNED = ["getVideoContent", "getFileContent"];

/** MCP clients must accept both forms of a response. */
const ACCEPTED: Record<string, string> = { callMcp: "application/json, text/event-stream" };

/** The JSON body holds the file in base64 or names its address, which no sample can show. */
const HOLDS_FILE: ReadonlySet<string> = new Set(["createTranscription", "createTranslation", "createImageEdit"]);

/**
 * Returns one request of an operation as a command and as programs for Node and Python, which run as they are once the
 * values in angle brackets are filled in. `baseUrl` is the service root, without a trailing slash.
 */
export function samplesOf(operation: Operation, baseUrl: string): RequestSample[] {
  if (operation.isSocket) return socketSamples(`${baseUrl}${operation.path}`);
  const request = requestOf(operation, baseUrl);
  return [
    { id: "curl", label: "curl", code: curlOf(request) },
    { id: "node", label: "Node", code: nodeOf(request) },
    { id: "python", label: "Python", code: pythonOf(request) },
  ];
}

function requestOf(operation: Operation, baseUrl: string): OperationRequest {
  const { id, method, isPublic, success } = operation;
  const { path, query, body, form, bytes } = exampleOf(operation);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(path[name] ?? `<${name}>`));
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const isSaved = success?.media.every((media) => SAVED.has(media));
  const sendsForm = form !== undefined && (!body || HOLDS_FILE.has(id));
  return {
    method,
    url: `${baseUrl}${filled}${search.length > 0 ? `?${search.join("&")}` : ""}`,
    isPublic: isPublic && !SIGNED.includes(id),
    accept: ACCEPTED[id],
    body: sendsForm ? undefined : body,
    form: sendsForm ? form : undefined,
    bytes,
    output: isSaved ? (OUTPUTS[id] ?? "content") : undefined,
  };
}

/** A placeholder stays readable. */
function inPath(value: string): string {
  return value.startsWith("<") ? value : encodeURIComponent(value);
}
