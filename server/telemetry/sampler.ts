import { ROOT_CONTEXT } from "@opentelemetry/api";
import { SamplingDecision, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import type { TraceContext } from "#server/caller/trace-context.ts";
import type { Environment } from "#server/env.ts";

/** Decides whether a request is traced, before anything is made for its span. */
export type Sampler = (caller: TraceContext | undefined) => boolean;

/** Returns the sampler that OTEL_TRACES_SAMPLER names. `share`: of requests to sample, from 0 to 1. */
export function samplerOf(name: Environment["OTEL_TRACES_SAMPLER"], share: number): Sampler {
  const root = rootOf(name.replace("parentbased_", ""), share);
  if (!name.startsWith("parentbased_")) return root;
  return (caller) => (caller ? caller.isSampled : root(undefined));
}

function rootOf(name: string, share: number): Sampler {
  if (name === "always_off") return () => false;
  if (name !== "traceidratio") return () => true;
  const ratio = new TraceIdRatioBasedSampler(share);
  // Every service of a caller's trace decides by its id; a trace that begins here has none yet.
  return (caller) => {
    if (!caller) return Math.random() < share;
    const { decision } = ratio.shouldSample(ROOT_CONTEXT, caller.traceId);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  };
}
