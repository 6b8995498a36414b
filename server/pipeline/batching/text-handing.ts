import type { BatchedResult } from "#server/caller/batch-call.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { UpstreamError } from "#server/errors.ts";
import type { BatchKind } from "#server/providers/batch.ts";
import { Stopper } from "#server/stop-signal.ts";
import { pricesOfOther } from "../budget/charge.ts";
import { worstCase } from "../budget/worst-case.ts";
import { convertedRequestOf } from "../converted/converted-request.ts";
import { withKnownBetas } from "../native/known-betas.ts";
import { nativeBody } from "../native/native-body.ts";
import { forwardedHeaders } from "../native/native-request.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { PluginNote } from "../plugins/plugin-note.ts";
import type { TextCall } from "../text-call.ts";
import type { BatchRequest, Handing } from "./hand-over.ts";

/** Returns how a text request is handed over: in its own dialect if the provider speaks it, else converted. */
export function handingOf({ call }: { call: TextCall }): Handing {
  const { gateway, dialect, body } = call;
  const pricesOf = (candidate: Candidate, model: string) => pricesOfOther(gateway, candidate, model).prices;
  const nativeAt = ({ provider }: Candidate) => provider.native?.[dialect.id];
  return {
    kindAt: (candidate) => (nativeAt(candidate) ? dialect.id : (candidate.provider.textDialect ?? "contents")),
    units: { input_tokens: 1, output_tokens: 1 },
    worstOf: (candidate) => worstCase(dialect, body, [candidate], Number.MAX_SAFE_INTEGER, () => false, pricesOf),
    requestAt(candidate) {
      const native = nativeAt(candidate);
      if (!native) return convertedAt(call, candidate);
      const headers = withKnownBetas(forwardedHeaders(native, call.headers), native, []);
      return { kind: dialect.id, body: nativeBody(dialect.id, body, candidate, native, []), headers };
    },
  };
}

/** Returns the converted request; undefined if the provider cannot represent it. */
async function convertedAt(call: TextCall, candidate: Candidate): Promise<BatchRequest | undefined> {
  try {
    const sent = await convertedRequestOf(call, candidate, new Stopper());
    const kind = sent && kindOf(sent.url);
    if (!kind) return undefined;
    const headers = Object.entries(sent.headers).filter(([name]) => !PLAIN_HEADERS.has(name));
    return { kind, body: sent.body, headers: Object.fromEntries(headers) };
  } catch (thrown) {
    // The request then runs here and fails, or another candidate succeeds.
    if (thrown instanceof UpstreamError) return undefined;
    throw thrown;
  }
}

/** Headers that are the same for all requests, so that the batch has them anyway. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  "content-type",
  "user-agent",
  "authorization",
  "api-key",
  "x-api-key",
  "x-goog-api-key",
  "anthropic-version",
]);

/** Some packages choose between two endpoints of their provider. */
function kindOf(url: string): BatchKind | undefined {
  const { pathname } = new URL(url);
  return ENDPOINTS.find(([path]) => pathname.endsWith(path))?.[1];
}

const ENDPOINTS: readonly (readonly [path: string, kind: BatchKind])[] = [
  ["/chat/completions", "chat"],
  ["/responses", "responses"],
  ["/messages", "messages"],
  [":generateContent", "contents"],
];

/** Returns the body that a request was handed over with, to which plugins have been applied. */
export function restoreBody({ kept }: BatchedResult): { body: Body; notes: PluginNote[] } {
  return { body: kept.body as Body, notes: [...kept.pluginNotes] as PluginNote[] };
}
