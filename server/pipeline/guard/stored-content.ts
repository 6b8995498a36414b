import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ContentRow } from "#server/data/generation-contents.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { withoutCredentials } from "#server/dialects/request/tool-credentials.ts";
import type { UpstreamError } from "#server/errors.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { AttemptLine } from "../attempts/attempt-line.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { boundedJson, cutToBytes } from "../streaming/bounded-json.ts";
import type { Transcript, TranscriptEntry } from "../streaming/transcript.ts";
import { type Mask, maskOf } from "./content-mask.ts";
import { forbidsRetention, isLoggedKey, isSampled } from "./content-rules.ts";

/** Largest stored size of an input or output, in bytes. */
const LIMIT_BYTES = 256 * 1024;

/** A stored request: its body, or the start of the body's JSON if it is too large. */
export type StoredInput = { body?: Body; text?: string; cut: boolean };
export type StoredOutput = { texts: TranscriptEntry[]; cut: boolean };
export type StoredError = {
  message: string;
  status: number;
  provider: string | null;
  raw: string | null;
  previous: { status: number; message: string; provider: string }[];
};

/** The fields of a request that storing its content reads; calls without a dialect are not stored. */
type Call = {
  gateway: PipelineGateway;
  dialect: { id: string } | null;
  body: Body;
  guard: Guard | undefined;
  headers: CallerHeaders;
  storesContent: boolean;
  storesOnlyFailures: boolean;
};
type Read = { text: string; failure?: UpstreamError; transcript?: Transcript };

/**
 * Returns whether to store a request's content: always, only if the request fails, or never. Costs one lookup if its
 * workspace does not store content.
 */
export function contentToStore(
  { accounts }: PipelineGateway,
  { workspaceId, key }: Principal,
  body: Body,
  id: string,
): "all" | "failures" | "none" {
  const logging = accounts.workspaceNow(workspaceId)?.contentLogging;
  if (!logging?.isEnabled || !isLoggedKey(logging, key?.id) || forbidsRetention(body)) return "none";
  if (isSampled(logging, id)) return "all";
  return logging.keepsFailures ? "failures" : "none";
}

/** Stores a request's content next to its ledger row. Does nothing if the request's content must not be stored. */
export function storeContent(call: Call, row: GenerationRow, state: Read | undefined): void {
  const { dialect } = call;
  if (!call.storesContent || !dialect || (call.storesOnlyFailures && row.error === null)) return;
  const sizeBytes = Number(call.headers.get("content-length") ?? 0) + (state?.text.length ?? 0) * 2;
  call.gateway.contents.record(sizeBytes, () => contentRow(call, dialect.id, row, state));
}

function contentRow({ body, guard }: Call, dialect: string, row: GenerationRow, state: Read | undefined): ContentRow {
  const { id, createdAt, organizationId, workspaceId, keyHash, userId } = row;
  const mask = maskOf(guard);
  return {
    id,
    createdAt,
    organizationId,
    workspaceId,
    keyHash,
    userId,
    dialect,
    // A request that a guardrail blocked was not redacted. It was not sent anywhere and must not be stored.
    input: mask && state ? inputJson(withoutCredentials(body), mask) : null,
    output: mask && state?.transcript ? outputJson(state.transcript, mask) : null,
    error: row.error === null ? null : JSON.stringify(errorOf(row, row.error, state, mask)),
  };
}

function inputJson(body: Body, mask: Mask): string {
  const { json, isCut, isWhole } = boundedJson(body, LIMIT_BYTES, mask);
  return isWhole ? `{"body":${json},"cut":${isCut}}` : JSON.stringify({ text: json, cut: true } satisfies StoredInput);
}

function outputJson(transcript: Transcript, mask: Mask): string | null {
  const { all, isCut } = transcript.texts();
  if (all.length === 0) return null;
  const stored: StoredOutput = { texts: [], cut: isCut };
  let leftBytes = LIMIT_BYTES;
  for (const responseText of all) {
    const masked = mask(responseText.text);
    const text = cutToBytes(masked, leftBytes);
    if (text !== masked) stored.cut = true;
    leftBytes -= Buffer.byteLength(text);
    stored.texts.push({ ...responseText, text });
  }
  return JSON.stringify(stored);
}

function errorOf(row: GenerationRow, message: string, state: Read | undefined, mask: Mask | undefined): StoredError {
  const lines = row.attempts as AttemptLine[];
  // The error reported is the last attempt's; a guardrail's rejection belongs to no attempt.
  const earlier = lines.at(-1)?.status === 200 ? lines : lines.slice(0, -1);
  const failed = earlier.filter(({ status }) => status !== 200);
  const raw = state?.failure?.raw;
  return {
    message,
    status: row.status,
    provider: row.provider,
    raw: raw && mask ? mask(raw) : null,
    previous: failed.map(({ status, error, provider }) => ({ status, message: error ?? "", provider })),
  };
}
