import type { IncomingMessage, ServerResponse } from "node:http";
import { deliver } from "./deliver.ts";
import { endpointFor } from "./endpoints.ts";
import type { NewId } from "./ids.ts";
import { prepare } from "./prepare.ts";
import type { Prepared } from "./prepared-response.ts";
import { type RecordedRequest, readBody, recordRequest } from "./recorded-request.ts";
import { requestedFault } from "./requested-fault.ts";
import type { Rules } from "./rule.ts";

/** The state of one running upstream. */
export type State = {
  acceptsKey(key: string): boolean;
  requests: RecordedRequest[];
  rules: Rules;
  newId: NewId;
  jobs: Map<string, unknown>;
  /** Responses in progress. */
  open: Set<ServerResponse>;
  /** Prepared responses by request, if identical requests may share one; undefined if each is recorded. */
  remembered: Map<string, Prepared> | undefined;
};

const MAX_REMEMBERED = 1000;

/** Responds to any request. */
export async function respond(state: State, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  state.open.add(response);
  response.once("close", () => state.open.delete(response));
  const raw = await readBody(incoming);
  if (!raw) return;
  const { remembered } = state;
  await deliver(
    response,
    remembered ? remember(state, remembered, incoming, raw) : record(state, incoming, response, raw),
  );
}

function record(state: State, incoming: IncomingMessage, response: ServerResponse, raw: Buffer): Prepared {
  const [request, close] = recordRequest(incoming, raw);
  state.requests.push(request);
  response.once("close", () => close(!response.writableFinished));
  return prepareFor(state, request);
}

/** Returns the response to a request, building it once: under load the same few requests repeat. */
function remember(state: State, remembered: Map<string, Prepared>, incoming: IncomingMessage, raw: Buffer): Prepared {
  if (state.rules.size() > 0) return prepareFor(state, recordRequest(incoming, raw)[0]);
  const key = `${incoming.method} ${incoming.url} ${marksOf(incoming)} ${raw.toString("latin1")}`;
  const known = remembered.get(key);
  if (known) return known;
  const prepared = prepareFor(state, recordRequest(incoming, raw)[0]);
  if (remembered.size < MAX_REMEMBERED && incoming.method === "POST") remembered.set(key, prepared);
  return prepared;
}

/** Returns the headers on which a response depends. */
function marksOf({ headers }: IncomingMessage): string {
  return `${headers.authorization}\n${headers["x-api-key"]}\n${headers["x-goog-api-key"]}\n${headers["anthropic-version"]}\n${headers["x-fault"]}`;
}

/** Reports a mistake in a test's rule or marker, so that it does not look like a provider's behavior. */
function prepareFor(state: State, request: RecordedRequest): Prepared {
  try {
    const rule = state.rules.take(request);
    const fault = { ...requestedFault(request), ...rule?.fault };
    const nowSeconds = Math.floor(Date.now() / 1000);
    const exchange = { request, fault, rule, newId: state.newId, nowSeconds, jobs: state.jobs };
    return prepare(endpointFor(request), exchange, state.acceptsKey);
  } catch (error) {
    const pieces = [Buffer.from(`The fake upstream failed: ${error instanceof Error ? error.stack : error}`)];
    return { status: 500, headers: { "content-type": "text/plain" }, pieces, isStream: false, fault: {} };
  }
}
