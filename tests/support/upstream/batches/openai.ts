import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import type { Form } from "../multipart.ts";
import { openai } from "../openai/conventions.ts";
import { batchedLine, hasEnded, hasRun, type Job, newJob, runRequest } from "./run-request.ts";

type Batch = Record<string, unknown> & { id: string; created_at: number };
type OpenAiJob = Job & { batch: Batch };
export type StoredFile = { id: string; purpose: string; filename: string; bytes: Buffer; created_at: number };

/** OpenAI's files and batches, for requests to these endpoints. Time is compressed: a batch takes 100 ms. */
export function openaiBatches(endpoints: readonly Endpoint[]): Endpoint[] {
  const conventions = openai;
  const retrieve = (exchange: Exchange) => withJob(exchange, (job) => ({ json: progress(endpoints, exchange, job) }));
  return [
    { method: "POST", path: /\/files$/, conventions, answer: upload },
    { method: "GET", path: /\/files$/, conventions, answer: listFiles },
    { method: "GET", path: /\/files\/[^/]+\/content$/, conventions, answer: (exchange) => withFile(exchange, content) },
    { method: "GET", path: /\/files\/[^/]+$/, conventions, answer: (exchange) => withFile(exchange, show) },
    {
      method: "DELETE",
      path: /\/files\/[^/]+$/,
      conventions,
      answer: (exchange) => withFile(exchange, remove(exchange)),
    },
    { method: "POST", path: /\/batches$/, conventions, answer: create },
    { method: "GET", path: /\/batches$/, conventions, answer: (exchange) => list(endpoints, exchange) },
    { method: "GET", path: /\/batches\/[^/]+$/, conventions, answer: retrieve },
    { method: "POST", path: /\/batches\/[^/]+\/cancel$/, conventions, answer: (exchange) => withJob(exchange, cancel) },
  ];
}

function upload({ request, newId, nowSeconds, jobs }: Exchange): EndpointResponse {
  const { purpose, file } = request.body as Form;
  if (typeof file !== "object" || typeof purpose !== "string") return refusal(400, "'file' is a required property");
  const stored = { id: newId("file-"), purpose, filename: file.filename, bytes: file.bytes, created_at: nowSeconds };
  jobs.set(stored.id, stored);
  return { json: fileRecord(stored) };
}

function fileRecord({ bytes, ...file }: StoredFile) {
  return { object: "file", ...file, bytes: bytes.length, status: "processed", expires_at: null };
}

function listFiles({ jobs, request }: Exchange): EndpointResponse {
  const files = [...jobs].flatMap(([id, file]) => (id.startsWith("file-") ? [file as StoredFile] : []));
  const chosen = files.filter(({ purpose }) => purpose === (request.query.get("purpose") ?? purpose));
  return { json: { object: "list", data: chosen.reverse().map(fileRecord), has_more: false } };
}

function withFile(exchange: Exchange, then: (file: StoredFile) => EndpointResponse): EndpointResponse {
  const id = exchange.request.path.match(/\/files\/([^/]+)/)?.[1] ?? "";
  const file = exchange.jobs.get(id) as StoredFile | undefined;
  return file ? then(file) : refusal(404, `No such File object: ${id}`);
}

function show(file: StoredFile): EndpointResponse {
  return { json: fileRecord(file) };
}

function content({ bytes }: StoredFile): EndpointResponse {
  return { bytes, contentType: "application/octet-stream" };
}

function remove({ jobs }: Exchange) {
  return ({ id }: StoredFile): EndpointResponse => {
    jobs.delete(id);
    return { json: { id, object: "file", deleted: true } };
  };
}

function create(exchange: Exchange): EndpointResponse {
  const { request, newId, nowSeconds, jobs } = exchange;
  const order = (request.body ?? {}) as Record<string, string>;
  const file = jobs.get(order.input_file_id ?? "") as StoredFile | undefined;
  if (!file) return refusal(400, `Invalid file: ${order.input_file_id}`);
  const lines = file.bytes
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text))
    .map(({ custom_id, url, body }) => batchedLine(exchange, custom_id, url, body));
  const batch: Batch = {
    id: newId("batch_"),
    object: "batch",
    endpoint: order.endpoint,
    errors: null,
    input_file_id: file.id,
    completion_window: order.completion_window,
    status: "validating",
    output_file_id: null,
    error_file_id: null,
    created_at: nowSeconds,
    in_progress_at: null,
    expires_at: nowSeconds + 86_400,
    request_counts: { total: 0, completed: 0, failed: 0 },
    metadata: order.metadata ?? null,
  };
  jobs.set(batch.id, { ...newJob(lines), batch });
  return { json: batch };
}

function list(endpoints: readonly Endpoint[], exchange: Exchange): EndpointResponse {
  const all = [...exchange.jobs].flatMap(([id, job]) => (id.startsWith("batch_") ? [job as OpenAiJob] : [])).reverse();
  const after = exchange.request.query.get("after");
  const from = after ? all.findIndex(({ batch }) => batch.id === after) + 1 : 0;
  const limit = Number(exchange.request.query.get("limit") ?? 20);
  const page = all.slice(from, from + limit).map((job) => progress(endpoints, exchange, job));
  return { json: { object: "list", data: page, has_more: from + limit < all.length } };
}

function withJob(exchange: Exchange, then: (job: OpenAiJob) => EndpointResponse): EndpointResponse {
  const id = exchange.request.path.match(/\/batches\/([^/]+)/)?.[1] ?? "";
  const job = exchange.jobs.get(id) as OpenAiJob | undefined;
  return job ? then(job) : refusal(404, `No batch found with id '${id}'.`);
}

function cancel(job: OpenAiJob): EndpointResponse {
  if (hasEnded(job)) return refusal(409, `Cannot cancel a batch with status '${job.batch.status}'.`);
  job.cancelledMs = Date.now();
  return { json: Object.assign(job.batch, { status: "cancelling" }) };
}

/** Returns a batch with its state of now. Requests of different models, or a fault, fail it as a whole. */
function progress(endpoints: readonly Endpoint[], exchange: Exchange, job: OpenAiJob): Batch {
  const { batch, lines } = job;
  if (["completed", "failed", "expired", "cancelled"].includes(String(batch.status))) return batch;
  const models = new Set(lines.map(({ body }) => (body as { model?: unknown }).model));
  if (models.size > 1 || lines.some(({ fault }) => fault.batchFails)) {
    const error = { code: "mismatched_model", line: 1, message: "The batch is not accepted.", param: null };
    return Object.assign(batch, { status: "failed", errors: { object: "list", data: [error] } });
  }
  if (!hasEnded(job))
    return Object.assign(batch, { status: "in_progress", request_counts: counts(lines.length, 0, 0) });
  const [output, errors]: [string[], string[]] = [[], []];
  for (const line of lines.toReversed()) {
    const state = hasRun(job, line);
    const head = { id: exchange.newId("batch_req_"), custom_id: line.customId };
    const unrun = { code: `batch_${state}`, message: "This request could not be executed." };
    if (state !== "ran") {
      errors.push(JSON.stringify({ ...head, response: null, error: unrun }));
      continue;
    }
    const { status, json } = runRequest(endpoints, exchange, line);
    const response = { status_code: status, request_id: exchange.newId("req_"), body: json };
    (status < 400 ? output : errors).push(JSON.stringify({ ...head, response, error: null }));
  }
  const store = (name: string, texts: string[]) => {
    if (texts.length === 0) return null;
    const bytes = Buffer.from(`${texts.join("\n")}\n`);
    const filename = `${batch.id}_${name}.jsonl`;
    const id = exchange.newId("file-");
    exchange.jobs.set(id, { id, purpose: "batch_output", filename, bytes, created_at: exchange.nowSeconds });
    return id;
  };
  const isExpired = lines.some(({ fault }) => fault.batchExpires);
  return Object.assign(batch, {
    status: job.cancelledMs ? "cancelled" : isExpired ? "expired" : "completed",
    output_file_id: store("output", output),
    error_file_id: store("error", errors),
    request_counts: counts(lines.length, output.length, errors.length),
  });
}

function counts(total: number, completed: number, failed: number) {
  return { total, completed, failed };
}

/** Returns an error in OpenAI's form. */
export function refusal(status: number, message: string): EndpointResponse {
  return { status, json: openai.error(status, { model: "", message, requestId: "" }) };
}
