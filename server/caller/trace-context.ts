import type { CallerHeaders } from "./caller-headers.ts";

/** A caller's place in a distributed trace, as W3C Trace Context defines it. */
export type TraceContext = {
  /** 32 lowercase hex digits. */
  traceId: string;
  /** 16 lowercase hex digits. */
  spanId: string;
  isSampled: boolean;
  /** The same as headers for the next service: `traceparent`, and `tracestate` if the caller sent a valid one. */
  headers: TraceHeaders;
};

export type TraceHeaders = { traceparent: string; tracestate?: string };

/** Later versions may append fields to those of version 00, after a hyphen. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = "0".repeat(32);
const NO_SPAN = "0".repeat(16);
const SAMPLED = 1;

/**
 * Returns the trace that a caller's request belongs to. Returns undefined without a valid `traceparent`: a malformed
 * one is ignored, as https://www.w3.org/TR/trace-context/#traceparent-header requires.
 */
export function traceContextOf(headers: CallerHeaders): TraceContext | undefined {
  const traceparent = headers.get("traceparent");
  if (traceparent === null) return undefined;
  const [, version, traceId = "", spanId = "", flags = "", later] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  if (version === undefined || version === "ff" || traceId === NO_TRACE || spanId === NO_SPAN) return undefined;
  if (version === "00" && later !== undefined) return undefined;
  const tracestate = headers.get("tracestate")?.trim();
  const canonical = version === "00" ? traceparent.trim() : `00-${traceId}-${spanId}-${flags}`;
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED,
    headers: { traceparent: canonical, ...(tracestate && isTracestate(tracestate) && { tracestate }) },
  };
}

/** Providers must pass on at least this many characters; we pass on no more. */
const MAX_TRACESTATE_LENGTH = 512;
const MAX_MEMBERS = 32;
const MEMBER = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

function isTracestate(text: string): boolean {
  if (text.length > MAX_TRACESTATE_LENGTH) return false;
  const members = text.split(",").map((member) => member.trim());
  return members.length <= MAX_MEMBERS && members.every((member) => member === "" || MEMBER.test(member));
}
