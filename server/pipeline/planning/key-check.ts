import { UpstreamError } from "#server/errors.ts";
import { fromResponse, fromThrown } from "#server/providers/errors/error.ts";
import { getNative, upstreamFetch } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import type { KeyProbe, Provider } from "#server/providers/provider.ts";
import { transportAccess } from "../attempts/transport.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { keyedProvider } from "./keyed-provider.ts";
import { addressOf } from "./system-credentials.ts";

/**
 * The result of checking a key with its provider. `unknown`: the provider did not respond, or its response does not
 * depend on the key.
 */
export type CheckedKey = {
  outcome: "accepted" | "refused" | "unknown";
  /** HTTP status of the provider's response; null if there was none. */
  status: number | null;
  message: string;
  /** The provider's error body, without secrets. */
  raw: string | null;
  durationMs: number;
};

type Parts = Pick<
  PipelineGateway,
  "environment" | "systemCredentials" | "egress" | "publicEgress" | "allowedEgress" | "now"
>;
type Answer = Omit<CheckedKey, "durationMs">;

const TIMEOUT_MS = 10_000;
const LONGEST_RAW = 2_000;

/**
 * Checks a key with its provider, using a free request. Never rejects because of the provider. Throws 400 for a
 * provider without keys.
 */
export async function checkKey(
  gateway: Parts,
  providerId: string,
  key: string,
  caller: AbortSignal,
): Promise<CheckedKey> {
  const startedMs = performance.now();
  const provider = keyedProvider(providerId);
  const response = await askTwice(gateway, provider, provider.probe as KeyProbe, key, caller);
  return { ...response, durationMs: Math.round(performance.now() - startedMs) };
}

// Some providers and keyless servers accept any request, so a success proves something only if the same request fails
// without a valid key.
async function askTwice(
  gateway: Parts,
  provider: Provider,
  probe: KeyProbe,
  key: string,
  caller: AbortSignal,
): Promise<Answer> {
  const response = await ask(gateway, provider, probe, key, caller);
  if (response instanceof UpstreamError) return refusalOf(response);
  // Clouds reject every request that is not signed in.
  if (provider.transport) return checkStatus(response);
  const withoutKey = await ask(gateway, provider, probe, "", caller);
  if (withoutKey instanceof UpstreamError && withoutKey.fault !== "upstream") return checkStatus(response);
  const message = `${provider.name} responded, but not in a way that proves the key`;
  return { outcome: "unknown", status: response, message, raw: null };
}

function checkStatus(status: number): Answer {
  return { outcome: "accepted", status, message: "The provider accepts this key", raw: null };
}

function refusalOf({ fault, status, message, raw }: UpstreamError): Answer {
  const answered = raw !== undefined;
  return {
    outcome: fault === "credential" ? "refused" : "unknown",
    status: answered ? status : null,
    message,
    raw: raw?.slice(0, LONGEST_RAW) ?? null,
  };
}

/** Returns the status of a success, or the failure. */
async function ask(
  gateway: Parts,
  provider: Provider,
  { path, headers }: KeyProbe,
  key: string,
  caller: AbortSignal,
): Promise<number | UpstreamError> {
  const context = { credential: key, now: gateway.now() };
  try {
    const { baseUrl, dispatcher } = reach(gateway, provider);
    const access = {
      ...transportAccess(gateway, keyCandidate(provider, key, baseUrl)),
      fetch: upstreamFetch(dispatcher),
    };
    const sent = provider.transport
      ? await provider.transport.prepare({ method: "GET", path, headers: {} }, access)
      : { url: baseUrl + path, headers: headers(key) };
    const response = await getNative({ dispatcher, url: sent.url, headers: sent.headers, signal: within(caller) });
    if (response.status >= 200 && response.status < 300) {
      response.body.destroy();
      return response.status;
    }
    return fromResponse({ ...response, body: await readBounded(response.body) }, context);
  } catch (thrown) {
    const failure = fromThrown(thrown, context);
    if (failure) return failure;
    throw thrown;
  }
}

function keyCandidate(provider: Provider, credential: string, baseUrl: string) {
  return { provider, credential, baseUrl, endpoint: { upstreamModel: "" } };
}

function within(caller: AbortSignal): AbortSignal {
  return AbortSignal.any([caller, AbortSignal.timeout(TIMEOUT_MS)]);
}

/** An address set by the operator may be private; any other must be public. */
function reach({ environment, systemCredentials, egress, publicEgress }: Parts, provider: Provider) {
  const named = environment.variables[provider.baseUrlVariable] !== undefined || systemCredentials.has(provider.id);
  const baseUrl = systemCredentials.get(provider.id)?.baseUrl ?? addressOf(provider, environment.variables);
  return { baseUrl, dispatcher: named ? egress : publicEgress };
}
