import { UpstreamError } from "#server/errors.ts";
import { type CustomServer, customProvider } from "#server/providers/custom/custom.ts";
import type { CustomSecrets } from "#server/providers/custom/transport.ts";
import { fromResponse, fromThrown } from "#server/providers/errors/error.ts";
import { getNative } from "#server/providers/exchange/http.ts";
import { readBounded } from "#server/providers/exchange/upstream-body.ts";
import { MOST_LIST_BYTES, modelNames } from "#server/providers/list-models.ts";
import { transportAccess } from "../attempts/transport.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";

/**
 * The result of reading a server's model list. `refused`: it rejects the key. `failed`: it cannot be reached or sends
 * no list.
 */
export type CheckedServer = {
  outcome: "ok" | "refused" | "failed";
  status: number | null;
  message: string;
  models: string[];
  duration_ms: number;
};

type Server = Pick<CustomServer, "api" | "baseUrl"> & { secrets: CustomSecrets };
type Parts = Pick<PipelineGateway, "egress" | "allowedEgress" | "environment" | "now">;

const TIMEOUT_MS = 10_000;

/** Reads the model list of a custom provider's server. Never rejects because of the server. */
export async function checkServer(gateway: Parts, server: Server, caller: AbortSignal): Promise<CheckedServer> {
  const startedMs = performance.now();
  const credential = JSON.stringify(server.secrets);
  try {
    const { status, text } = await readList(gateway, server, credential, caller);
    const models = namesIn(text, status);
    const message = `The server responded and lists ${models.length} ${models.length === 1 ? "model" : "models"}`;
    return { outcome: "ok", status, message, models, duration_ms: durationSince(startedMs) };
  } catch (thrown) {
    const failure = fromThrown(thrown, { credential, now: gateway.now() });
    if (!failure) throw thrown;
    return {
      outcome: failure.fault === "credential" ? "refused" : "failed",
      status: failure.raw === undefined ? null : failure.status,
      message: failure.message,
      models: [],
      duration_ms: durationSince(startedMs),
    };
  }
}

async function readList(gateway: Parts, { api, baseUrl }: Server, credential: string, caller: AbortSignal) {
  const provider = customProvider({ id: "custom", name: "custom", api, baseUrl });
  const { modelList: list, transport } = provider;
  if (!list || !transport) throw new Error("a custom provider has a transport and a model list");
  const candidate = { provider, credential, baseUrl, endpoint: { upstreamModel: "" } };
  const outgoing = { method: "GET", path: list.path, headers: list.headers("") };
  const { url, headers } = await transport.prepare(outgoing, transportAccess(gateway, candidate));
  const signal = AbortSignal.any([caller, AbortSignal.timeout(TIMEOUT_MS)]);
  const {
    status,
    body,
    headers: received,
  } = await getNative({
    dispatcher: gateway.allowedEgress,
    url,
    headers,
    signal,
  });
  const isOk = status >= 200 && status < 300;
  const text = await readBounded(body, isOk ? MOST_LIST_BYTES : undefined);
  if (!isOk) throw fromResponse({ status, headers: received, body: text }, { credential, now: gateway.now() });
  return { status, text };
}

function namesIn(text: string, status: number): string[] {
  try {
    return modelNames(text);
  } catch (thrown) {
    const { message } = thrown as Error;
    throw new UpstreamError(502, `The server responded with ${status}, but ${message}`, { retryable: false });
  }
}

function durationSince(startedMs: number): number {
  return Math.round(performance.now() - startedMs);
}
