import type { WaterfallStep } from "#components/charts/waterfall.tsx";
import { formatUsd } from "#lib/format.ts";
import { usdOf } from "#lib/nano-usd.ts";

import type { Generation } from "./generation.ts";

/** Returns the steps of a request with server tools: each response of the model, and the tools that ran after it. */
export function toolSteps({ steps }: Pick<Generation, "steps">): WaterfallStep[] {
  return steps.flatMap((step, index): WaterfallStep[] => [
    {
      label: `Step ${index + 1}, ${step.provider_name}`,
      startMs: step.started,
      durationMs: step.latency,
      outcome: "ok",
      detail: formatUsd(usdOf(step.cost_nano_usd)),
    },
    ...step.tools.map(
      (tool): WaterfallStep => ({
        label: tool.server_label === "switchboard" ? tool.name : `${tool.server_label}: ${tool.name}`,
        startMs: step.started + step.latency,
        durationMs: tool.latency,
        outcome: tool.is_error ? "failed" : "ok",
        ...(tool.is_error && { detail: "returned an error" }),
      }),
    ),
  ]);
}
