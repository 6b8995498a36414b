import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { HttpError, type UpstreamError } from "#server/errors.ts";
import { fromResponse } from "#server/providers/errors/error.ts";
import { requestNative } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import { Stopper, type StopSignal } from "#server/stop-signal.ts";
import { circuitOf } from "../attempts/circuit-breaker.ts";
import { callerStatus } from "../attempts/failure.ts";
import { modelsOf, planParts, routingOf } from "../enter-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";
import { plan } from "../planning/plan.ts";
import { candidatesForMedia } from "../planning/remote-media.ts";
import { sessionKey } from "../planning/sessions.ts";
import { textWants } from "../planning/text-wants.ts";
import { defaultSort } from "../planning/workspace-defaults.ts";
import { requestOf } from "./request-of.ts";

/** Agents count tokens before each request, so a fast estimate is worth more to them than a late exact count. */
const LONGEST_MS = 5_000;

type Counting = { principal: Principal; headers: CallerHeaders; departure: StopSignal };

/**
 * Returns the input tokens of a body as counted by the provider that would serve it, which is free. Returns
 * undefined if that provider has no such endpoint or does not respond in time; the caller then estimates. Throws the
 * provider's error for an invalid body, and 400 for a URL that must not be sent to a provider.
 */
export async function countAtProvider(
  gateway: PipelineGateway,
  call: Counting,
  dialect: Dialect,
  body: Body,
): Promise<number | undefined> {
  const candidate = await candidateFor(gateway, call, dialect, body);
  if (!candidate?.provider.tokenCount) return undefined;
  const stopper = new Stopper();
  const leave = () => stopper.abort();
  const timer = setTimeout(leave, LONGEST_MS);
  call.departure.addEventListener("abort", leave);
  try {
    return await ask(gateway, call, { dialect, body }, candidate, stopper);
  } catch (thrown) {
    if (thrown instanceof HttpError) throw thrown;
    return undefined;
  } finally {
    clearTimeout(timer);
    call.departure.removeEventListener("abort", leave);
  }
}

async function ask(
  gateway: PipelineGateway,
  { headers }: Counting,
  { dialect, body }: { dialect: Dialect; body: Body },
  candidate: Candidate,
  stopper: Stopper,
): Promise<number | undefined> {
  const { tokenCount, native } = candidate.provider;
  const sent = await requestOf({ dialect, body, headers, gateway }, candidate, stopper);
  if (!tokenCount || !sent) return undefined;
  const counting = tokenCount.request(sent.url, sent.body);
  const response = await requestNative({
    dispatcher: gateway.egress,
    url: counting.url,
    headers: sent.headers,
    body: JSON.stringify(counting.body),
    signal: stopper,
    headersTimeoutMs: LONGEST_MS,
  });
  const text = await readBounded(response.body);
  if (response.status !== 200) {
    const failed = { status: response.status, headers: response.headers, body: text };
    const failure = fromResponse(failed, { credential: candidate.credential, now: gateway.now() });
    if (native?.[dialect.id] && isCallers(failure)) throw refusalOf(failure, candidate);
    return undefined;
  }
  const { [tokenCount.field]: tokens } = JSON.parse(text) as Body;
  return Number.isInteger(tokens) ? (tokens as number) : undefined;
}

/** Returns whether the caller must fix the request. A body that is only too long can still be estimated. */
function isCallers({ fault, limit }: UpstreamError): boolean {
  return fault === "request" && limit === undefined;
}

function refusalOf(failure: UpstreamError, { provider }: Candidate): HttpError {
  const metadata = { provider_name: provider.name, ...(failure.raw && { raw: failure.raw.slice(0, 4000) }) };
  return new HttpError(callerStatus(failure), failure.message, { metadata, cause: failure });
}

/** Returns the candidate that a request would try first; undefined if none is healthy or none serves the model. */
async function candidateFor(
  gateway: PipelineGateway,
  call: Counting,
  dialect: Dialect,
  body: Body,
): Promise<Candidate | undefined> {
  const eligible = await candidatesForMedia(gateway, body, candidatesOf(gateway, call, dialect, body));
  const session = sessionKey(body, call.headers, call.principal.workspaceId);
  const nowMs = gateway.now();
  return gateway.sessions
    .order(session, eligible, nowMs)
    .find((candidate) => gateway.circuits.opensAgainAt(circuitOf(candidate)) <= nowMs);
}

function candidatesOf(gateway: PipelineGateway, call: Counting, dialect: Dialect, body: Body): Candidate[] {
  const { principal: caller, headers } = call;
  try {
    return plan(planParts(gateway, caller), {
      caller,
      models: modelsOf(body),
      routing: routingOf(body),
      defaultSort: defaultSort(gateway, caller, body),
      body,
      headers,
      ...textWants(dialect, body, gateway.providerSets.of(caller).providers),
    });
  } catch (thrown) {
    if (thrown instanceof HttpError) return [];
    throw thrown;
  }
}
