import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { google } from "../gemini/conventions.ts";
import { type GeminiFile, geminiRefusal, pageOf, storeFile } from "./gemini-files.ts";
import { batchedLine, hasEnded, hasRun, type Job, newJob, runRequest } from "./run-request.ts";

type Operation = { name: string; metadata: Record<string, unknown> } & Record<string, unknown>;
type GeminiJob = Job & { operation: Operation; metadataOf: unknown[]; isInlined: boolean };

/** Google's batches, for requests to these endpoints. Time is compressed: a batch takes 100 ms. */
export function geminiBatches(endpoints: readonly Endpoint[]): Endpoint[] {
  const conventions = google;
  const show = (exchange: Exchange) => withJob(exchange, (job) => ({ json: progress(endpoints, exchange, job) }));
  return [
    { method: "POST", path: /\/v1beta\/models\/[^/:]+:batchGenerateContent$/, conventions, answer: create },
    { method: "GET", path: /\/v1beta\/batches$/, conventions, answer: (exchange) => list(endpoints, exchange) },
    { method: "GET", path: /\/v1beta\/batches\/[^/:]+$/, conventions, answer: show },
    { method: "POST", path: /\/v1beta\/batches\/[^/:]+:cancel$/, conventions, answer: (one) => withJob(one, cancel) },
    { method: "DELETE", path: /\/v1beta\/batches\/[^/:]+$/, conventions, answer: remove },
  ];
}

type Line = { key?: string; metadata?: unknown; request: unknown };
type Order = {
  batch?: { displayName?: string; inputConfig?: { fileName?: string; requests?: { requests: Line[] } } };
};

const LINE_FIELDS = ["key", "request", "metadata"];

function create(exchange: Exchange): EndpointResponse {
  const { request, jobs, newId } = exchange;
  const { displayName, inputConfig = {} } = (request.body as Order | undefined)?.batch ?? {};
  const file = jobs.get(inputConfig.fileName ?? "") as GeminiFile | undefined;
  if (inputConfig.fileName && !file) return geminiRefusal(400, "The input file is not found.");
  const given = file ? linesOf(file) : (inputConfig.requests?.requests ?? []);
  const isKnown = (line: Line) => Object.keys(line).every((name) => LINE_FIELDS.includes(name));
  if (!displayName || given.length === 0 || !given.every(isKnown))
    return geminiRefusal(400, "Request contains an invalid argument.");
  const [, path = ""] = request.path.match(/(\/v1beta\/models\/[^/:]+):/) ?? [];
  const lines = given.map((one) => batchedLine(exchange, one.key ?? "", `${path}:generateContent`, one.request));
  const name = newId("batches/", 36);
  const createTime = `${new Date().toISOString().slice(0, -1)}892252Z`;
  const metadata = {
    "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
    model: path.slice("/v1beta/".length),
    displayName,
    ...(file && { inputConfig: { fileName: file.name } }),
    createTime,
    updateTime: createTime,
    batchStats: { requestCount: String(lines.length), pendingRequestCount: String(lines.length) },
    state: "BATCH_STATE_PENDING",
    name,
  };
  const isInlined = !file || lines.some(({ fault }) => fault.batchInline);
  const metadataOf = given.map((one) => one.metadata);
  const job: GeminiJob = { ...newJob(lines), operation: { name, metadata }, metadataOf, isInlined };
  jobs.set(name, job);
  return { json: job.operation };
}

function linesOf({ bytes }: GeminiFile): Line[] {
  const texts = bytes.toString("utf8").trimEnd().split("\n");
  return texts.map((text) => JSON.parse(text) as Line);
}

function list(endpoints: readonly Endpoint[], exchange: Exchange): EndpointResponse {
  const all = [...exchange.jobs].flatMap(([name, job]) => (name.startsWith("batches/") ? [job as GeminiJob] : []));
  const { shown, more } = pageOf(all.reverse(), exchange.request.query);
  return { json: { operations: shown.map((job) => progress(endpoints, exchange, job)), ...more } };
}

function withJob(exchange: Exchange, then: (job: GeminiJob) => EndpointResponse): EndpointResponse {
  const [, name = ""] = exchange.request.path.match(/\/(batches\/[^/:]+)/) ?? [];
  const job = exchange.jobs.get(name) as GeminiJob | undefined;
  return job ? then(job) : geminiRefusal(404, "Requested entity was not found.");
}

function cancel(job: GeminiJob): EndpointResponse {
  if (hasEnded(job)) return geminiRefusal(400, "The batch has already ended.");
  job.cancelledMs = Date.now();
  return { json: {} };
}

function remove(exchange: Exchange): EndpointResponse {
  return withJob(exchange, ({ operation }) => {
    exchange.jobs.delete(operation.name);
    return { json: {} };
  });
}

/** Returns a batch with its state of now. One that expires has no results. */
function progress(endpoints: readonly Endpoint[], exchange: Exchange, job: GeminiJob): Operation {
  const { operation, lines } = job;
  if (operation.done) return operation;
  if (lines.some(({ fault }) => fault.batchFails))
    return end(job, "FAILED", { error: { code: 3, message: "The batch is not accepted." } });
  if (!hasEnded(job)) {
    operation.metadata.state = "BATCH_STATE_RUNNING";
    return operation;
  }
  if (lines.some(({ fault }) => fault.batchExpires)) return end(job, "EXPIRED", {});
  const ran = lines.map((line, at) => ({ line, at })).filter(({ line }) => hasRun(job, line) === "ran");
  const results = ran.map(({ line, at }) => {
    const { status, json } = runRequest(endpoints, exchange, line);
    const { error } = json as { error?: { message: string } };
    const outcome =
      status < 400 ? { response: json } : { error: { code: CODES[status] ?? 13, message: error?.message } };
    const metadata = job.metadataOf[at];
    if (job.isInlined) return metadata ? { ...outcome, metadata } : outcome;
    return { key: line.customId, ...outcome };
  });
  const failed = results.filter((one) => "error" in one).length;
  const counts = {
    requestCount: lines.length,
    successfulRequestCount: results.length - failed,
    failedRequestCount: failed,
  };
  operation.metadata.batchStats = Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, String(n)]));
  if (results.length === 0) return end(job, "CANCELLED", {});
  return end(job, job.cancelledMs ? "CANCELLED" : "SUCCEEDED", {}, outputOf(exchange, job, results));
}

/** The code of google.rpc.Code for an HTTP status. */
const CODES: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 429: 8, 500: 13, 503: 14, 504: 4 };

function outputOf(exchange: Exchange, { isInlined }: GeminiJob, results: object[]): object {
  if (isInlined) return { inlinedResponses: { inlinedResponses: results } };
  const bytes = Buffer.from(results.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return { responsesFile: storeFile(exchange, "", "application/jsonl", bytes, "batch-").name };
}

/** Ends a batch. Its output is in two places. */
function end({ operation }: GeminiJob, state: string, fields: object, output?: object): Operation {
  const type = "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch";
  const endTime = new Date().toISOString();
  Object.assign(operation.metadata, { state: `BATCH_STATE_${state}`, endTime, updateTime: endTime });
  if (output) operation.metadata.output = output;
  return Object.assign(operation, { done: true, ...fields, ...(output && { response: { "@type": type, ...output } }) });
}
