import { Counter, type Registry } from "prom-client";
import type { GenerationRow } from "#server/data/generations.ts";

const LABELS = ["workspace", "provider", "model", "dialect", "status"] as const;
type Sums = { labels: Record<(typeof LABELS)[number], string>; calls: number; costNanoUsd: number; units: UnitCounts };
type UnitCounts = { input_tokens: number; output_tokens: number };

/**
 * Counts finished model requests by workspace, provider, model, dialect and status. Keeps at most `maxSeries`
 * combinations apart, so that callers cannot create any number of series; later ones count as `other` in workspace,
 * provider and model.
 */
export function createCallCounters(registry: Registry, maxSeries: number): (row: GenerationRow) => void {
  const series = new Map<string, Sums>();

  function seriesOf({ workspaceId, provider, model, dialect, operation, status }: GenerationRow): Sums {
    const isKnown = (key: string) => series.has(key) || series.size < maxSeries;
    const label = dialect ?? operation;
    const key = [workspaceId, provider, model, label, status].join("\n");
    if (isKnown(key)) return find(key, workspaceId, provider ?? "none", model ?? "none", label, status);
    return find(`other\n${label}\n${status}`, "other", "other", "other", label, status);
  }

  function find(key: string, workspace: string, provider: string, model: string, dialect: string, status: number) {
    let sums = series.get(key);
    if (!sums) {
      const labels = { workspace, provider, model, dialect, status: String(status) };
      sums = { labels, calls: 0, costNanoUsd: 0, units: { input_tokens: 0, output_tokens: 0 } };
      series.set(key, sums);
    }
    return sums;
  }

  function counter(name: string, help: string, countOf: (sums: Sums) => number): void {
    new Counter({
      name: `switchboard_${name}`,
      help,
      labelNames: LABELS,
      registers: [registry],
      collect() {
        this.reset();
        for (const sums of series.values()) this.inc(sums.labels, countOf(sums));
      },
    });
  }

  counter("calls_total", "Finished model calls", ({ calls }) => calls);
  counter("call_cost_nano_usd_total", "Cost of model calls in nano-USD", ({ costNanoUsd }) => costNanoUsd);
  counter("call_input_tokens_total", "Input tokens of model calls", ({ units }) => units.input_tokens);
  counter("call_output_tokens_total", "Output tokens of model calls", ({ units }) => units.output_tokens);

  return (row) => {
    const sums = seriesOf(row);
    const usage = row.usage as Partial<UnitCounts>;
    sums.calls += 1;
    sums.costNanoUsd += row.costNanoUsd;
    sums.units.input_tokens += usage.input_tokens ?? 0;
    sums.units.output_tokens += usage.output_tokens ?? 0;
  };
}
