import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { pointsOf, spansOf } from "#tests/support/otlp-request.ts";

type ExportedSpan = ReturnType<typeof spansOf>[number];

/** A fake OpenTelemetry collector, which decodes what it receives over OTLP/HTTP. */
export type Collector = {
  url: string;
  spans: ExportedSpan[];
  /** All points of all exports: sums are cumulative. */
  points: ReturnType<typeof pointsOf>;
  requests: { path: string; headers: IncomingHttpHeaders; bytes: Buffer }[];
  /** Resolves with a trace's spans, parents first, once it has as many as expected. */
  trace(traceId: string, count: number): Promise<ExportedSpan[]>;
  close(): Promise<void>;
};

/** Starts a collector on this port, or on a free one. `isSilent`: it never responds. */
export async function startCollector({ port = 0, isSilent = false } = {}): Promise<Collector> {
  const spans: ExportedSpan[] = [];
  const points: Collector["points"] = [];
  const requests: Collector["requests"] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const path = request.url ?? "";
    requests.push({ path, headers: request.headers, bytes });
    if (path.endsWith("/v1/traces")) spans.push(...spansOf(bytes));
    if (path.endsWith("/v1/metrics")) points.push(...pointsOf(bytes));
    if (!isSilent) response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  const { url, close } = await listenLocally(server, port);
  return {
    url,
    spans,
    points,
    requests,
    async trace(traceId, count) {
      const found = () => spans.filter((span) => span.traceId === traceId);
      await expect.poll(() => found().length).toBe(count);
      return found().sort((one, other) => startOf(one) - startOf(other) || one.kind - other.kind);
    },
    close,
  };
}

/** Nanoseconds; whole microseconds are exact, which is what the SDK has. */
function startOf({ startTimeUnixNano }: ExportedSpan): number {
  return Number(startTimeUnixNano);
}
