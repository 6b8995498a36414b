import type { Endpoint, EndpointResponse, Exchange } from "../endpoint.ts";
import { anthropic } from "../messages/conventions.ts";
import { batchedLine, hasEnded, hasRun, type Job, newJob, runRequest } from "./run-request.ts";

type MessageJob = Job & { id: string };

/** Anthropic's message batches, for requests to these endpoints. Time is compressed: a batch takes 100 ms. */
export function anthropicBatches(endpoints: readonly Endpoint[]): Endpoint[] {
  const conventions = anthropic;
  const show = (exchange: Exchange) => withJob(exchange, (job) => ({ json: record(exchange, job) }));
  const results = (exchange: Exchange) => withJob(exchange, (job) => resultsOf(endpoints, exchange, job));
  return [
    { method: "POST", path: /\/messages\/batches$/, conventions, answer: create },
    { method: "GET", path: /\/messages\/batches$/, conventions, answer: list },
    { method: "GET", path: /\/messages\/batches\/[^/]+$/, conventions, answer: show },
    { method: "GET", path: /\/messages\/batches\/[^/]+\/results$/, conventions, answer: results },
    { method: "POST", path: /\/messages\/batches\/[^/]+\/cancel$/, conventions, answer: cancel },
    { method: "DELETE", path: /\/messages\/batches\/[^/]+$/, conventions, answer: remove },
  ];
}

type Order = { requests: { custom_id: string; params: unknown }[] };

function create(exchange: Exchange): EndpointResponse {
  const { requests } = exchange.request.body as Order;
  const lines = requests.map(({ custom_id, params }) => batchedLine(exchange, custom_id, "/v1/messages", params));
  if (lines.some(({ fault }) => fault.batchFails)) return refusal(400, "requests: not accepted");
  const job: MessageJob = { ...newJob(lines), id: exchange.newId("msgbatch_01") };
  exchange.jobs.set(job.id, job);
  return { json: record(exchange, job) };
}

function list(exchange: Exchange): EndpointResponse {
  const all = [...exchange.jobs].flatMap(([id, job]) => (id.startsWith("msgbatch_") ? [job as MessageJob] : []));
  all.reverse();
  const after = exchange.request.query.get("after_id");
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const limit = Number(exchange.request.query.get("limit") ?? 20);
  const page = all.slice(from, from + limit).map((job) => record(exchange, job));
  const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null };
  return { json: { data: page, has_more: from + limit < all.length, ...ends } };
}

function withJob(exchange: Exchange, then: (job: MessageJob) => EndpointResponse): EndpointResponse {
  const id = exchange.request.path.match(/\/batches\/([^/]+)/)?.[1] ?? "";
  const job = exchange.jobs.get(id) as MessageJob | undefined;
  return job ? then(job) : refusal(404, "Not found");
}

function cancel(exchange: Exchange): EndpointResponse {
  return withJob(exchange, (job) => {
    if (!hasEnded(job)) job.cancelledMs = Date.now();
    return { json: { ...record(exchange, job), processing_status: "canceling" } };
  });
}

function remove(exchange: Exchange): EndpointResponse {
  return withJob(exchange, ({ id }) => {
    exchange.jobs.delete(id);
    return { json: { id, type: "message_batch_deleted" } };
  });
}

function record({ request }: Exchange, job: MessageJob) {
  const isOver = hasEnded(job);
  const states = job.lines.map((line) => typeOf(job, line));
  const of = (type: string) => (isOver ? states.filter((state) => state === type).length : 0);
  const at = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  const { host = "upstream" } = request.headers;
  return {
    id: job.id,
    type: "message_batch",
    processing_status: isOver ? "ended" : "in_progress",
    request_counts: {
      processing: isOver ? 0 : job.lines.length,
      succeeded: of("succeeded"),
      errored: of("errored"),
      canceled: of("canceled"),
      expired: of("expired"),
    },
    ended_at: isOver ? at(Math.min(job.endsMs, job.cancelledMs ?? job.endsMs)) : null,
    created_at: at(job.createdMs),
    expires_at: at(job.createdMs + 86_400_000),
    archived_at: null,
    cancel_initiated_at: at(job.cancelledMs),
    results_url: isOver ? `http://${host}/v1/messages/batches/${job.id}/results` : null,
  };
}

function typeOf(job: MessageJob, line: MessageJob["lines"][number]) {
  const state = hasRun(job, line);
  if (state !== "ran") return state === "expired" ? "expired" : "canceled";
  return line.fault.status ? "errored" : "succeeded";
}

/** Returns the results in another order than the requests. */
function resultsOf(endpoints: readonly Endpoint[], exchange: Exchange, job: MessageJob): EndpointResponse {
  if (!hasEnded(job)) return refusal(404, "Not found");
  const texts = job.lines.toReversed().map((line) => {
    const type = typeOf(job, line);
    if (type === "expired" || type === "canceled") return { custom_id: line.customId, result: { type } };
    const { status, json } = runRequest(endpoints, exchange, line);
    if (status >= 400) return { custom_id: line.customId, result: { type: "errored", error: json } };
    const usage = { ...(json.usage as object), service_tier: "batch" };
    return { custom_id: line.customId, result: { type: "succeeded", message: { ...json, usage } } };
  });
  const bytes = Buffer.from(texts.map((text) => `${JSON.stringify(text)}\n`).join(""));
  return { bytes, contentType: "application/x-jsonl" };
}

function refusal(status: number, message: string): EndpointResponse {
  return { status, json: anthropic.error(status, { model: "", message, requestId: "" }) };
}
