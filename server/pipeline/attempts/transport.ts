import type { UpstreamError } from "#server/errors.ts";
import type { OutgoingBody, TransportAccess, Unframer } from "#server/providers/cloud/transport.ts";
import type { NativeResponse } from "#server/providers/exchange/exchange.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { Receiver, UpstreamBody } from "#server/providers/exchange/upstream-body.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import type { Candidate } from "../planning/candidate.ts";

type Target = Pick<Candidate, "provider" | "credential" | "baseUrl"> & { endpoint: { upstreamModel: string } };
type Parts = Pick<PipelineGateway, "egress" | "allowedEgress" | "environment" | "now">;

/**
 * Returns the connections for a provider: guarded ones if an administrator rather than the operator chose its address.
 */
export function egressOf(
  { egress, allowedEgress }: Pick<PipelineGateway, "egress" | "allowedEgress">,
  provider: Provider,
) {
  return provider.isCustom ? allowedEgress : egress;
}

/** Returns the credential for an adapter: none if a transport sends it. */
export function adapterCredential({ provider, credential }: Pick<Candidate, "provider" | "credential">): string {
  return provider.transport ? "" : credential;
}

/** The base URL of an adapter whose transport sets the address. */
const PLACEHOLDER_URL = "https://transport.invalid";

/** Returns the base URL for an adapter. */
export function adapterBaseUrl({ provider, baseUrl }: Pick<Candidate, "provider" | "baseUrl">): string {
  return provider.transport ? PLACEHOLDER_URL : baseUrl;
}

type Source = { url: string; headers?: Record<string, string> };

/** Returns where to download a file that an adapter names below its base URL, addressed and signed by the transport. */
export async function signedSource(gateway: Parts, candidate: Target, source: Source): Promise<Source> {
  const { transport } = candidate.provider;
  if (!transport || !source.url.startsWith(`${PLACEHOLDER_URL}/`)) return source;
  const headers = withoutCredential(source.headers ?? {});
  const made = { method: "GET", path: source.url.slice(PLACEHOLDER_URL.length), headers };
  const { url, headers: signed } = await transport.prepare(made, transportAccess(gateway, candidate));
  return { url, headers: signed };
}

/** Headers in which the providers' packages send a key, even an empty one. */
const CREDENTIAL_HEADERS = ["authorization", "api-key", "x-api-key", "x-goog-api-key"];

/** Returns headers without those of a credential, which the transport adds. */
export function withoutCredential(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIAL_HEADERS.includes(name)));
}

/** Returns what a candidate's transport may use. */
export function transportAccess(gateway: Parts, candidate: Target): TransportAccess {
  const { environment, now } = gateway;
  return {
    model: candidate.endpoint.upstreamModel,
    credential: candidate.credential,
    baseUrl: candidate.baseUrl,
    variables: environment.variables,
    fetch: upstreamFetch(egressOf(gateway, candidate.provider)),
    now,
  };
}

/** Returns a fetch whose requests the candidate's transport addresses and signs; `send` itself without a transport. */
export function transportFetch(gateway: Parts, candidate: Target, send: typeof fetch): typeof fetch {
  const { transport } = candidate.provider;
  if (!transport) return send;
  const access = transportAccess(gateway, candidate);
  return async (input, init = {}) => {
    const headers = withoutCredential(Object.fromEntries(new Headers(init.headers)));
    const path = String(input).slice(PLACEHOLDER_URL.length);
    const made = { method: init.method ?? "GET", path, headers, body: init.body };
    const { url, body, ...request } = await transport.prepare(made, access);
    const response = await send(url, { ...init, ...request, body: bodyToSend(body) });
    const unframer = response.ok ? transport.unframe?.(response.headers.get("content-type") ?? "") : undefined;
    return unframer ? unframedResponse(response, unframer) : response;
  };
}

/** Returns a body as fetch and undici accept it. */
function bodyToSend(body: OutgoingBody): BodyInit | null {
  return isFields(body) ? JSON.stringify(body) : (body ?? null);
}

function isFields(body: unknown): body is Record<string, unknown> {
  return typeof body === "object" && body !== null && Object.getPrototypeOf(body) === Object.prototype;
}

function unframedResponse({ body, status, headers: sent }: Response, unframer: Unframer): Response {
  const headers = new Headers(sent);
  headers.set("content-type", unframer.contentType);
  headers.delete("content-length");
  const chunks = body && unframedChunks(body, unframer);
  const readable = chunks && new ReadableStream<Uint8Array<ArrayBuffer>>(pulledFrom(chunks), { highWaterMark: 0 });
  return new Response(readable, { status, headers });
}

function pulledFrom(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> {
  return {
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  };
}

/** Delivers what preceded a failure before the failure itself, since each chunk waits until it is read. */
async function* unframedChunks(
  body: ReadableStream<Uint8Array>,
  unframer: Unframer,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const { buffer, byteOffset, byteLength } of body) {
    const { bytes, failure } = unframer.push(Buffer.from(buffer, byteOffset, byteLength));
    if (bytes.byteLength > 0) yield new Uint8Array(bytes);
    if (failure) return yield failureBytes(unframer, failure);
  }
  const rest = unframer.rest?.();
  if (rest && rest.byteLength > 0) yield new Uint8Array(rest);
  const cutOff = unframer.end();
  if (cutOff) yield failureBytes(unframer, cutOff);
}

function failureBytes(unframer: Unframer, failure: UpstreamError): Uint8Array<ArrayBuffer> {
  if (!unframer.failureEvent) throw failure;
  return new Uint8Array(unframer.failureEvent(failure));
}

/** Returns a native response whose body is read through an unframer, if its transport has one for its content type. */
export function unframedNative({ provider }: Pick<Candidate, "provider">, response: NativeResponse): NativeResponse {
  const unframer = provider.transport?.unframe?.(String(response.headers["content-type"] ?? ""));
  if (!unframer) return response;
  const headers = { ...response.headers, "content-type": unframer.contentType };
  return { ...response, headers, body: unframedBody(response.body, unframer) };
}

/** Delivers what preceded a failure before the failure itself. */
function unframedBody(body: UpstreamBody, unframer: Unframer): UpstreamBody {
  let failure: UpstreamError | undefined;
  let current: Receiver | undefined;
  const fail = (error: UpstreamError) => {
    failure = error;
    body.destroy();
    current?.failed(error);
  };
  const receiver: Receiver = {
    data(chunk) {
      const unframed = unframer.push(chunk);
      if (unframed.bytes.byteLength > 0) current?.data(unframed.bytes);
      if (unframed.failure) fail(unframed.failure);
    },
    end() {
      const rest = unframer.rest?.();
      if (rest && rest.byteLength > 0) current?.data(rest);
      const cutOff = unframer.end();
      if (cutOff) fail(cutOff);
      else current?.end();
    },
    failed: (error) => current?.failed(error),
  };
  return {
    flow(next) {
      current = next;
      if (failure) next.failed(failure);
      else body.flow(receiver);
    },
    pause() {
      current = undefined;
      body.pause();
    },
    destroy() {
      current = undefined;
      body.destroy();
    },
  };
}
