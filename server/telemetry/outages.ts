import type { ExportResult } from "@opentelemetry/core";
import type { Log } from "#server/log.ts";

type Exporter<Batch> = { export(batch: Batch, done: (result: ExportResult) => void): void };

const FAILED = 1;

/**
 * Logs the first failed export of an outage and the first one that succeeds after it. What could not be exported is
 * dropped: requests never wait for a collector. Returns the same exporter.
 */
export function reportOutages<Batch, Given extends Exporter<Batch>>(
  exporter: Given & Exporter<Batch>,
  signal: string,
  log: Log,
): Given {
  const send = exporter.export.bind(exporter);
  let sinceMs: number | undefined;
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      if (result.code === FAILED && sinceMs === undefined) {
        sinceMs = performance.now();
        log.warn({ signal, error: result.error }, "telemetry cannot be exported");
      } else if (result.code !== FAILED && sinceMs !== undefined) {
        log.warn({ signal, afterMs: Math.round(performance.now() - sinceMs) }, "telemetry is exported again");
        sinceMs = undefined;
      }
      done(result);
    });
  return exporter;
}
