import type { Body } from "#server/dialects/dialect.ts";
import { errorIn, eventsIn, looksFinished, post, saying, textIn, textOf } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { LANES, type Lane } from "./lanes.ts";
import type { Observed, Scenario } from "./scenarios.ts";

const WORDS = 60;
export const CANONICAL = Array.from({ length: WORDS }, (_, index) => `word${index}`).join(" ");

/** Returns whether it is a request of this lane to this provider. */
const of =
  (lane: Lane, provider: string) =>
  ({ path, raw }: RecordedRequest) =>
    path.startsWith(`/${provider}/`) && raw.includes(`[${lane.id}]`);

/** Returns the text of the last turn if the model wrote it. */
export function prefillOf({ body }: RecordedRequest): string | undefined {
  const { messages, contents, input } = body as Record<string, Body[]>;
  const last = [messages, contents, input].find(Array.isArray)?.at(-1);
  if (!last || !["assistant", "model"].includes(String(last.role))) return undefined;
  const parts = (last.content ?? last.parts) as string | { text: string }[];
  return typeof parts === "string" ? parts : parts.map(({ text }) => text).join("");
}

/** Scripts the failure of the primary, and a fallback that returns the canonical response or the rest of it. */
export function script(
  upstream: Upstream,
  lane: Lane,
  { fault, reply, times, fallbackRefusesPrefill }: Scenario,
): void {
  const isPrimary = of(lane, lane.primary.provider);
  const isFallback = of(lane, lane.fallback.provider);
  upstream.script({
    match: isPrimary,
    ...(times && { times }),
    fault: { replyWords: WORDS, ...fault },
    ...(reply && { reply }),
  });
  upstream.script({ match: isPrimary, fault: { replyWords: WORDS } });
  const refused = {
    error: { message: "This model does not support assistant message prefill.", type: "invalid_request_error" },
  };
  if (fallbackRefusesPrefill)
    upstream.script({
      match: (request) => isFallback(request) && prefillOf(request) !== undefined,
      reply: { status: 400, headers: { "content-type": "application/json" }, body: JSON.stringify(refused) },
    });
  const words = CANONICAL.split(" ");
  for (let wordCount = 1; wordCount < WORDS; wordCount++) {
    const delivered = words.slice(0, wordCount).join(" ");
    const rest = CANONICAL.slice(delivered.length);
    upstream.script({
      match: (request) => isFallback(request) && prefillOf(request)?.trimEnd() === delivered,
      answer: { text: rest },
    });
  }
  upstream.script({ match: isFallback, fault: { replyWords: WORDS } });
}

/** Sends the lane's call and returns what both sides saw. */
export async function callLane(
  gateway: TestGateway,
  upstream: Upstream,
  lane: Lane,
  more: Body = {},
): Promise<Observed> {
  const startedMs = performance.timeOrigin + performance.now();
  const body = saying(lane.dialect, lane.primary.model, `Say it. [${lane.id}]`, {
    models: [lane.primary.model, lane.fallback.model],
    max_tokens: 2_000,
    provider: { only: [lane.primary.provider, lane.fallback.provider] },
    stream: lane.stream,
    ...more,
  });
  if (lane.dialect === "responses") delete body.max_tokens;
  const from = upstream.requests.length;
  const { status, headers, text } = await post(gateway, lane.dialect, body);
  const elapsedMs = performance.timeOrigin + performance.now() - startedMs;
  const seen = upstream.requests.slice(from);
  const asked = (provider: string) => seen.filter(of(lane, provider));
  return {
    ...read(lane, status, text),
    status,
    requestId: headers.get("x-request-id"),
    elapsedMs,
    primaryAtMs: asked(lane.primary.provider).map(({ receivedAtMs }) => receivedAtMs - startedMs),
    fallbacks: asked(lane.fallback.provider).length,
  };
}

/** Makes each primary respond twice, which closes its circuit. */
export async function closeCircuits(gateway: TestGateway, upstream: Upstream): Promise<void> {
  upstream.reset();
  for (let again = 0; again < 2; again++)
    await Promise.all(LANES.map((lane) => callLane(gateway, upstream, { ...lane, fallback: lane.primary })));
  upstream.reset();
}

function read(
  lane: Lane,
  status: number,
  text: string,
): Pick<Observed, "outcome" | "reportedModel" | "hasUsage" | "error"> {
  const none = { reportedModel: undefined, hasUsage: false };
  if (status !== 200) return { outcome: "error", error: text.slice(0, 200), ...none };
  if (!lane.stream) {
    const reply = JSON.parse(text);
    const isWhole = textOf(reply) === CANONICAL;
    return {
      outcome: isWhole ? "answer" : "truncated",
      error: "",
      reportedModel: reply.model,
      hasUsage: !!reply.usage,
    };
  }
  const events = eventsIn(text);
  const errorEvent = errorIn(events);
  const reportedModel = events
    .map(({ model, message, response }) => model ?? message?.model ?? response?.model)
    .find(Boolean);
  const hasUsage = events.some(({ usage, response }) => usage ?? response?.usage);
  const isWhole = textIn(events) === CANONICAL && looksFinished(lane.dialect, events);
  const outcome = isWhole ? "answer" : errorEvent ? "error" : "truncated";
  return { outcome, error: errorEvent?.message ?? "", reportedModel, hasUsage };
}
