import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { openai } from "../openai/conventions.ts";
import type { StoredFile } from "./openai.ts";
import { batchedLine, hasEnded, hasRun, type Job, newJob, runRequest } from "./run-request.ts";

type BatchJob = Record<string, unknown> & { id: string; created_at: number };
type MistralJob = Job & { job: BatchJob };

/** Mistral's batch jobs, for requests to these endpoints. Time is compressed: a job takes 100 ms. */
export function mistralBatches(endpoints: readonly Endpoint[]): Endpoint[] {
  const conventions = openai;
  const show = (exchange: Exchange) => withJob(exchange, (job) => ({ json: progress(endpoints, exchange, job) }));
  return [
    { method: "POST", path: /\/batch\/jobs$/, conventions, answer: create },
    { method: "GET", path: /\/batch\/jobs$/, conventions, answer: (exchange) => listJobs(endpoints, exchange) },
    { method: "GET", path: /\/batch\/jobs\/[^/]+$/, conventions, answer: show },
    {
      method: "POST",
      path: /\/batch\/jobs\/[^/]+\/cancel$/,
      conventions,
      answer: (exchange) => withJob(exchange, cancel),
    },
  ];
}

const LINE_FIELDS = ["custom_id", "body"];

function create(exchange: Exchange): EndpointResponse {
  const { request, newId, nowSeconds, jobs } = exchange;
  const { input_files = [], endpoint, model, timeout_hours, metadata = {} } = (request.body ?? {}) as Order;
  const file = jobs.get(input_files[0] ?? "") as StoredFile | undefined;
  if (!file) return refusal(404, `File ${input_files[0]} not found`);
  if (!model) return refusal(422, "model: Field required");
  if (timeout_hours && (timeout_hours < 1 || timeout_hours > 168)) return refusal(422, "timeout_hours: out of range");
  if (Object.entries(metadata).some(([key, value]) => key.length > 32 || value.length > 512))
    return refusal(422, "metadata: String should have at most 32 characters");
  const lines = file.bytes
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
  if (lines.some((line) => Object.keys(line).some((name) => !LINE_FIELDS.includes(name))))
    return refusal(422, "Extra inputs are not permitted");
  const job: BatchJob = {
    id: newId("job-"),
    object: "batch",
    input_files,
    metadata,
    endpoint,
    model,
    output_file: null,
    error_file: null,
    errors: [],
    status: "QUEUED",
    created_at: nowSeconds,
    started_at: null,
    completed_at: null,
    total_requests: lines.length,
    completed_requests: 0,
    succeeded_requests: 0,
    failed_requests: 0,
  };
  const batched = lines.map(({ custom_id, body }) => batchedLine(exchange, custom_id, endpoint, { model, ...body }));
  jobs.set(job.id, { ...newJob(batched), job });
  return { json: job };
}

type Order = {
  input_files?: string[];
  endpoint: string;
  model?: string;
  timeout_hours?: number;
  metadata?: Record<string, string>;
};

/** The newest first, in pages that are numbered from 0. */
function listJobs(endpoints: readonly Endpoint[], exchange: Exchange): EndpointResponse {
  const { query } = exchange.request;
  const since = Date.parse(query.get("created_after") ?? "1970-01-01");
  const all = [...exchange.jobs].flatMap(([id, job]) => (id.startsWith("job-") ? [job as MistralJob] : []));
  const chosen = all.filter(({ createdMs }) => createdMs > since).reverse();
  const size = Number(query.get("page_size") ?? 100);
  const from = Number(query.get("page") ?? 0) * size;
  const data = chosen.slice(from, from + size).map((job) => progress(endpoints, exchange, job));
  return { json: { object: "list", data, total: chosen.length } };
}

function withJob(exchange: Exchange, then: (job: MistralJob) => EndpointResponse): EndpointResponse {
  const id = exchange.request.path.match(/\/jobs\/([^/]+)/)?.[1] ?? "";
  const job = exchange.jobs.get(id) as MistralJob | undefined;
  return job ? then(job) : refusal(404, "Job not found");
}

function cancel(job: MistralJob): EndpointResponse {
  if (!hasEnded(job)) job.cancelledMs = Date.now();
  return { json: Object.assign(job.job, { status: "CANCELLATION_REQUESTED" }) };
}

function progress(endpoints: readonly Endpoint[], exchange: Exchange, { job, ...run }: MistralJob): BatchJob {
  const { lines } = run;
  if (["SUCCESS", "FAILED", "TIMEOUT_EXCEEDED", "CANCELLED"].includes(String(job.status))) return job;
  if (lines.some(({ fault }) => fault.batchFails))
    return Object.assign(job, { status: "FAILED", errors: [{ message: "The batch is not accepted.", count: 1 }] });
  if (!hasEnded(run)) return Object.assign(job, { status: "RUNNING" });
  const [output, errors]: [string[], string[]] = [[], []];
  for (const line of lines.toReversed()) {
    if (hasRun(run, line) !== "ran") continue;
    const { status, json } = runRequest(endpoints, exchange, line);
    const response = { status_code: status, body: json };
    const row = { id: exchange.newId("batch-"), custom_id: line.customId, response, error: null };
    (status < 400 ? output : errors).push(JSON.stringify(row));
  }
  const store = (name: string, texts: string[]) => {
    if (texts.length === 0) return null;
    const id = exchange.newId("file-");
    const bytes = Buffer.from(`${texts.join("\n")}\n`);
    exchange.jobs.set(id, { id, purpose: "batch", filename: name, bytes, created_at: exchange.nowSeconds });
    return id;
  };
  const isExpired = lines.some(({ fault }) => fault.batchExpires);
  return Object.assign(job, {
    status: run.cancelledMs ? "CANCELLED" : isExpired ? "TIMEOUT_EXCEEDED" : "SUCCESS",
    output_file: store("results.jsonl", output),
    error_file: store("errors.jsonl", errors),
    completed_requests: output.length + errors.length,
    succeeded_requests: output.length,
    failed_requests: errors.length,
  });
}

function refusal(status: number, message: string): EndpointResponse {
  return { status, json: { object: "error", message, type: "invalid_request_error", param: null, code: null } };
}
