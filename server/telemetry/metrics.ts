import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Push } from "#server/api-response.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import { createCallCounters } from "./call-counters.ts";
import { createLabelSums, type LabelSums } from "./label-sums.ts";

/**
 * Counts the work of this process. It is recorded in two places: where responses are sent, and where the ledger
 * receives a request.
 */
export type Metrics = {
  countResponse(operation: string, status: number): void;
  /** Counts an uncaught exception or rejection. */
  uncaught(kind: string): void;
  /** Returns the same body, counted as an open stream while it is written. */
  countStream(body: Push): Push;
  /** Counts a finished model request from its ledger row. */
  countCall(row: GenerationRow): void;
  /** Returns the metrics as a scrape reads them, and their media type. */
  read(): Promise<{ text: string; contentType: string }>;
};

const FIRST_TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

/**
 * Creates the metrics. `maxSeries`: how many combinations of workspace, provider, model, dialect and status are kept
 * apart.
 */
export function createMetrics(maxSeries: number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = labeledCounters(registry);
  const requests = counter("requests_total", "Responses by operation and status", ["operation", "status"]);
  const attempts = counter("upstream_attempts_total", "Attempts by provider and status", ["provider", "status"]);
  const usage = counter("usage_total", "Units used by provider and unit", ["provider", "unit"]);
  const cost = counter("cost_nano_usd_total", "Cost of calls in nano-USD", ["provider"]);
  const uncaught = counter("uncaught_errors_total", "Uncaught errors, by kind", ["kind"]);
  const firstToken = new Histogram({
    name: "switchboard_first_token_seconds",
    help: "Time to the first token",
    labelNames: ["provider"],
    buckets: FIRST_TOKEN_SECONDS,
    registers: [registry],
  });
  const countByLabels = createCallCounters(registry, maxSeries);
  let openStreams = 0;
  new Gauge({
    name: "switchboard_open_streams",
    help: "Streams being written",
    registers: [registry],
    collect() {
      this.set(openStreams);
    },
  });

  return {
    countResponse: (operation, status) => requests.add(1, operation, String(status)),
    uncaught: (kind) => uncaught.add(1, kind),
    countStream: (body) => async (sink) => {
      openStreams += 1;
      await body(sink).finally(() => {
        openStreams -= 1;
      });
    },
    countCall(row) {
      const provider = row.provider ?? "none";
      for (const attempt of row.attempts as { provider: string; status: number }[]) {
        attempts.add(1, attempt.provider, String(attempt.status));
      }
      const units = row.usage as Record<string, number>;
      for (const unit in units) if ((units[unit] ?? 0) > 0) usage.add(units[unit] as number, provider, unit);
      cost.add(row.costNanoUsd, provider);
      countByLabels(row);
      if (row.firstTokenMs !== null) firstToken.observe({ provider }, row.firstTokenMs / 1000);
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

// The library's own counters hash their labels on each increment, several times a request; ours are converted on each
// scrape.
function labeledCounters(registry: Registry) {
  return (name: string, help: string, labelNames: string[]): LabelSums => {
    const sums = createLabelSums();
    new Counter({
      name: `switchboard_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        sums.each((labels, count) =>
          this.inc(Object.fromEntries(labelNames.map((label, at) => [label, labels[at] ?? ""])), count),
        );
      },
    });
    return sums;
  };
}
