import type { WaterfallStep } from "#components/charts/waterfall.tsx";
import { usdOf } from "#lib/nano-usd.ts";
import { type UsdColumn, usdColumn } from "#lib/usd-column.ts";
import type { Generation } from "./generation.ts";

/** Returns the steps of a request with server tools: each response of the model, and the tools that ran after it. */
export function toolSteps({ steps }: Pick<Generation, "steps">): WaterfallStep[] {
  const format = usdColumn(steps.map((step) => usdOf(step.cost_nano_usd)));
  let number = 0;
  return steps.flatMap((step): WaterfallStep[] => [
    ...(isOfToolsAlone(step)
      ? []
      : [
          {
            label: `Step ${++number}, ${step.provider_name}`,
            startMs: step.started,
            durationMs: step.latency,
            outcome: "ok" as const,
            detail: format(usdOf(step.cost_nano_usd)),
          },
        ]),
    ...step.tools.map(
      (tool): WaterfallStep => ({
        label: tool.server_label === "switchboard" ? tool.name : `${tool.server_label}: ${tool.name}`,
        startMs: step.started + step.latency,
        durationMs: tool.latency,
        outcome: tool.is_error ? "failed" : "ok",
        ...detailOf(step, tool, format),
      }),
    ),
  ]);
}

type Step = Generation["steps"][number];

/** Tools may run before the model's first response: a search of the plugin, or calls that somebody has approved. */
function isOfToolsAlone({ usage_units: usage }: Step): boolean {
  return usage.requests === 0;
}

type Tool = Step["tools"][number];

function detailOf(step: Step, { is_error: isError }: Tool, format: UsdColumn): { detail?: string } {
  if (isError) return { detail: "returned an error" };
  return isOfToolsAlone(step) ? { detail: format(usdOf(step.cost_nano_usd)) } : {};
}
