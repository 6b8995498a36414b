"use client";

import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { query } from "#lib/api/query.ts";
import { getModel } from "#lib/contract/models.ts";
import { type PriceColumn, priceColumn } from "#lib/price-column.ts";
import { InputPrice, Latency, OutputPrice, priceColumns, Throughput, Tokens, Uptime } from "./measures.tsx";
import { Modalities } from "./modalities.tsx";
import { type Model, useCompared } from "./model-filters.ts";
import { partsOf } from "./model-name.ts";

type Columns = Record<"input" | "output" | "cached", PriceColumn>;

const ROWS: { name: string; value: (model: Model, columns: Columns) => ReactNode }[] = [
  {
    name: "Input → output",
    value: ({ architecture }) => (
      <Modalities inputs={architecture.input_modalities} outputs={architecture.output_modalities} />
    ),
  },
  { name: "Context", value: (model) => <Tokens count={model.context_length} /> },
  { name: "Max output", value: (model) => <Tokens count={model.top_provider.max_completion_tokens} /> },
  { name: "Input $/M", value: (model, { input }) => <InputPrice prices={model.pricing} column={input} /> },
  { name: "Output $/M", value: (model, { output }) => <OutputPrice prices={model.pricing} column={output} /> },
  { name: "Cached input $/M", value: (model, { cached }) => cached(model.pricing.input_cache_read) },
  { name: "Latency", value: (model) => <Latency latencyMs={model.latency_last_30m} /> },
  { name: "Throughput", value: (model) => <Throughput perSecond={model.throughput_last_30m} /> },
  { name: "Uptime 1 d", value: (model) => <Uptime percent={model.uptime_last_1d} /> },
  { name: "Providers", value: (model) => model.providers.length },
  { name: "Knowledge cutoff", value: (model) => model.knowledge_cutoff ?? "–" },
  { name: "Released", value: (model) => <Time value={model.created * 1000} format="date" /> },
  { name: "Tools", value: (model) => (model.supported_parameters.includes("tools") ? "yes" : "no") },
  { name: "Reasoning", value: (model) => (model.supported_parameters.includes("reasoning") ? "yes" : "no") },
  {
    name: "Structured output",
    value: (model) => (model.supported_parameters.includes("structured_outputs") ? "yes" : "no"),
  },
  { name: "Available here", value: (model) => (model.available ? "yes" : "no") },
];

/** Up to four models side by side, stored in the address. */
export function CompareDialog() {
  const { compared, open, setOpen } = useCompared();
  const shown = open && compared.length > 1;
  return (
    <Dialog open={shown} onOpenChange={setOpen} title={`Compare ${compared.length} models`} width="large">
      {shown && <CompareTable ids={compared} />}
    </Dialog>
  );
}

function CompareTable({ ids }: { ids: readonly string[] }) {
  const { slug } = useShell().currentWorkspace;
  const responses = useQueries({ queries: ids.map((id) => query(getModel, { params: partsOf(id) })) });
  const models = responses.flatMap(({ data }) => (data ? [data.data] : []));
  const columns = {
    ...priceColumns(models),
    cached: priceColumn(models.map(({ pricing }) => pricing.input_cache_read)),
  };
  return (
    <section aria-label="Comparison" className="overflow-x-auto">
      <table className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong">
            <th scope="col" className="sticky left-0 bg-raised pr-4 font-normal">
              <span className="sr-only">Property</span>
            </th>
            {ids.map((id) => (
              <th key={id} scope="col" className="min-w-36 py-2 pr-4 align-bottom font-medium">
                <Link href={`/w/${slug}/models/${id}`} className="break-all font-mono text-xs hover:underline">
                  {id}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row.name} className="border-b last:border-b-0">
              <th scope="row" className="sticky left-0 h-8 whitespace-nowrap bg-raised pr-4 font-normal text-muted">
                {row.name}
              </th>
              {responses.map(({ data, error }, index) => (
                <td key={ids[index]} className="pr-4">
                  {data ? row.value(data.data, columns) : error ? <span title={error.message}>–</span> : "…"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
