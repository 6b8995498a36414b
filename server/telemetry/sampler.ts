import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { Environment } from "#server/env.ts";

/** Returns the sampler that OTEL_TRACES_SAMPLER names. `share`: of calls to sample, from 0 to 1. */
export function samplerOf(name: Environment["OTEL_TRACES_SAMPLER"], share: number): Sampler {
  const root = rootOf(name.replace("parentbased_", ""), share);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function rootOf(name: string, share: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
}
