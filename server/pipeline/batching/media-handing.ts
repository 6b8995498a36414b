import type { Body } from "#server/dialects/dialect.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import type { UpstreamCall } from "#server/providers/media.ts";
import { NO_WORST_CASE } from "../budget/worst-case.ts";
import type { Entered } from "../enter-call.ts";
import type { MediaOperation } from "../media/media-operation.ts";
import { withoutGatewayFields } from "../native/native-body.ts";
import { type Candidate, termsOf } from "../planning/candidate.ts";
import type { Handing } from "./hand-over.ts";

/** Thrown in place of sending, to end the adapter. */
const CAPTURED = Symbol("captured");
const BASE_URL = "https://batched.invalid";

/** Returns how a media request is handed over: as its adapter would send it. */
export function handingOf<Request extends object, Result, Piece>(
  operation: MediaOperation<Request, Result, Piece>,
  { call: { body } }: Entered,
): Handing {
  const request = withoutGatewayFields(body) as Request;
  return {
    kindAt: () => operation.batchKind,
    units: { input_tokens: 1 },
    worstOf(candidate) {
      const { variant, ...bound } = operation.bound(body as Request, candidate.endpoint, true);
      const nanoUsd = worstCostOf(bound, candidate.prices, termsOf(candidate, variant));
      return { ...NO_WORST_CASE, nanoUsd };
    },
    async requestAt(candidate) {
      const { batchKind: kind } = operation;
      let captured: Body | undefined;
      const capture: typeof fetch = async (_, init) => {
        captured = JSON.parse(String(init?.body)) as Body;
        throw CAPTURED;
      };
      const asked = operation.ask(candidate.provider, upstreamCall(candidate, request, body, capture));
      await asked.catch((thrown: unknown) => {
        if (thrown !== CAPTURED) captured = undefined;
      });
      return kind && captured && { kind, body: captured };
    },
  };
}

function upstreamCall<Request>(
  { endpoint, provider }: Candidate,
  request: Request,
  { provider: routing }: Body,
  capture: typeof fetch,
): UpstreamCall<Request> {
  const { options } = (routing ?? {}) as { options?: Record<string, Body> };
  const load = () => Promise.reject(CAPTURED);
  return {
    model: endpoint.upstreamModel,
    credential: "",
    baseUrl: BASE_URL,
    signal: new AbortController().signal,
    fetch: capture,
    load,
    loadResponseFile: load,
    request,
    options: options?.[provider.id] ?? {},
  };
}
