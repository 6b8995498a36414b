import { setTimeout as sleep } from "node:timers/promises";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import { InstrumentType, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Environment } from "#server/env.ts";
import type { Log } from "#server/log.ts";
import { createCalls } from "./calls.ts";
import { createHistograms, type Histograms } from "./histograms.ts";
import { reportOutages } from "./outages.ts";
import { samplerOf } from "./sampler.ts";
import { createSeries } from "./series.ts";
import type { Telemetry } from "./telemetry.ts";

type Options = { environment: Environment; hasTraces: boolean; hasMetrics: boolean; log: Log };

const SCOPE = "switchboard";

/** How long a process that ends waits for the last export. */
const FLUSH_MS = 5_000;

/** Finished spans that wait for their export; further ones are dropped. The default of the specification. */
const MAX_WAITING_SPANS = 2_048;

/**
 * Starts the OpenTelemetry SDK. The exporters read their endpoint, headers, timeout and compression from the standard
 * variables themselves. Nothing is registered globally, so no other package in the process is traced.
 */
export function startSdk({ environment, hasTraces, hasMetrics, log }: Options): Telemetry {
  const resource = resourceOf();
  const traces = hasTraces ? startTraces(environment, resource, log) : undefined;
  const isSampled = samplerOf(environment.OTEL_TRACES_SAMPLER, environment.OTEL_TRACES_SAMPLER_ARG);
  const histograms = createHistograms(SCOPE);
  const metrics = hasMetrics ? startMetrics(environment, resource, histograms, log) : undefined;
  return {
    startCall: createCalls(
      traces && { tracer: traces.getTracer(SCOPE), isSampled },
      metrics && createSeries(histograms, environment.METRICS_MAX_SERIES),
    ),
    async close() {
      const shutdown = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
      await Promise.race([shutdown, sleep(FLUSH_MS, undefined, { ref: false })]);
    },
  };
}

function resourceOf(): Resource {
  const detected = detectResources({ detectors: [envDetector, serviceInstanceIdDetector] });
  return resourceFromAttributes({ "service.name": "switchboard" }).merge(detected);
}

function startTraces(environment: Environment, resource: Resource, log: Log): TracerProvider {
  const exporter = reportOutages(new OTLPTraceExporter(), "traces", log);
  return new TracerProvider({
    resource,
    // Only requests that are sampled reach the SDK.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: environment.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  });
}

function startMetrics(environment: Environment, resource: Resource, histograms: Histograms, log: Log): MeterProvider {
  const exporter = reportOutages(new OTLPMetricExporter(), "metrics", log);
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: environment.OTEL_METRIC_EXPORT_INTERVAL,
    exportTimeoutMillis: Math.min(environment.OTEL_METRIC_EXPORT_INTERVAL, MAX_EXPORT_MS),
    metricProducers: [histograms.producer(exporter.selectAggregationTemporality(InstrumentType.HISTOGRAM), resource)],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

const MAX_EXPORT_MS = 30_000;
