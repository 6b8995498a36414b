import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { requirePermission } from "#server/auth/authenticate.ts";
import type { BatchedResult, ProviderBatching } from "#server/caller/batch-call.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ClaimedLine } from "#server/data/batch-lines.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import type { Call, Operation } from "#server/http/operation.ts";
import { isResponse, toResponse } from "#server/http/send-response.ts";
import type { Stopper } from "#server/stop-signal.ts";
import { createChatCompletion } from "../../chat/create-chat-completion.ts";
import { createEmbeddings } from "../../embeddings/create-embeddings.ts";
import { createImageGeneration } from "../../images/create-image-generation.ts";
import { createMessage } from "../../messages/create-message.ts";
import { createResponse } from "../../responses/create-response.ts";

/** The operation of each endpoint that a batch may use. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  "/v1/responses": createResponse,
  "/v1/chat/completions": createChatCompletion,
  "/v1/messages": createMessage,
  "/v1/embeddings": createEmbeddings,
  "/v1/images/generations": createImageGeneration,
};

/** What a request of a batch has become: its response, or the error with which it was rejected. */
export type LineResponse = {
  requestId: string;
  costNanoUsd: number;
  operation: Operation;
  arrivedMs: number;
  raw: unknown;
} & ({ status: number; body: string } | { thrown: unknown } | { isHandedOver: true });

/** What a request needs of its line. */
export type CalledLine = Pick<ClaimedLine, "batchId" | "endpoint" | "form" | "userAgent" | "referer" | "tags">;

type Given = {
  principal: Principal;
  body: Record<string, unknown>;
  /** Headers of the line itself. */
  headers?: Readonly<Record<string, string>> | undefined;
  departure: Stopper;
  /** Called once the request has reserved its worst case. */
  reserved(): void;
  /** Present if a provider's own batch may run it. */
  providers?: ProviderBatching | undefined;
  /** What a provider's batch has made of it. */
  result?: BatchedResult;
};

/**
 * Makes the request of a line as if its caller had sent it: permissions, rate limit, contract, then its operation. The
 * result of a provider's batch is not checked again, since it has been paid for.
 */
export async function callLine(gateway: Gateway, line: CalledLine, given: Given): Promise<LineResponse> {
  const { principal, body, departure, reserved, result: batched } = given;
  const operation = operationOf(line);
  const requestId = randomUUID();
  const arrivedMs = performance.now();
  let costNanoUsd = 0;
  let isHandedOver = false;
  const providers = given.providers && noting(given.providers, () => (isHandedOver = true));
  const facts = () => ({ requestId, costNanoUsd, operation, arrivedMs, raw: body });
  const headers = headersOf(line, given.headers);
  try {
    if (!batched) {
      requirePermission(gateway, principal, operation.endpoint);
      // Apart from the caller's own requests, so that a batch leaves them their share.
      await gateway.rates.take(`batch:${principal.key?.hash ?? principal.userId}`);
    }
    if (body.stream === true) throw new HttpError(400, "Invalid request: stream: is not supported in a batch");
    const call: Call = {
      request: { url: `http://batch.invalid/api${line.endpoint}`, method: "POST", headers },
      headers,
      requestId,
      principal,
      params: {},
      query: {},
      body: batched
        ? (body as Call["body"])
        : operation.endpoint.body && (parseInput(operation.endpoint.body, body, "request") as Call["body"]),
      raw: body,
      source: () => Readable.from([]),
      hold: () => undefined,
      departure,
      arrivedMs,
      address: "",
      managed: undefined,
      batch: {
        id: line.batchId,
        reserved,
        charged(nanoUsd) {
          costNanoUsd += nanoUsd;
        },
        ...(providers && { providers }),
        ...(batched && { result: batched }),
      },
    };
    const result = await operation.run(gateway, call as Call<never>);
    if (isHandedOver) return { ...facts(), isHandedOver };
    const response = isResponse(result) ? toResponse(result) : Response.json(result);
    const text = await response.text();
    return { ...facts(), status: response.status, body: text };
  } catch (thrown) {
    return { ...facts(), thrown };
  }
}

function noting(providers: ProviderBatching, note: () => void): ProviderBatching {
  return {
    ...providers,
    async handOver(request) {
      const leaseId = await providers.handOver(request);
      note();
      return leaseId;
    },
  };
}

function operationOf({ endpoint }: Pick<CalledLine, "endpoint">): Operation {
  const operation = OPERATIONS[endpoint];
  if (!operation) throw new Error(`no operation runs ${endpoint} in a batch`);
  return operation;
}

type Announced = Pick<CalledLine, "userAgent" | "referer" | "tags" | "form">;

/** Returns the headers of a line's request: which application made the batch, and its tags. */
export function headersOf(
  { userAgent, referer, tags, form }: Announced,
  ofLine: Readonly<Record<string, string>> = {},
): Headers {
  return new Headers({
    ...ofLine,
    ...(userAgent && { "user-agent": userAgent }),
    ...(referer && { referer }),
    ...(tags && { "x-switchboard-tags": tags.join(",") }),
    ...(form === "anthropic" && { "anthropic-version": "2023-06-01" }),
  });
}
