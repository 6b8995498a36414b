"use client";

import { TriangleAlert } from "lucide-react";
import type { z } from "zod";
import { RangeBar } from "#components/charts/time/range-bar.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import type { ModelEndpoint } from "#lib/contract/models.ts";
import { formatCompact } from "#lib/format.ts";
import { formatDuration } from "#lib/format-time.ts";
import { mainUnitPrice } from "#lib/price-units.ts";
import { InputPrice, PriceLine, priceColumns, TokenPrice, Tokens, Uptime } from "./measures.tsx";

type Endpoint = z.output<typeof ModelEndpoint>;
type Measure = "latency_last_30m" | "throughput_last_30m";

/** Sizes are hidden first if there is not enough space. */
const WHERE_WIDE = "max-lg:hidden";

/**
 * The providers of a model, those with a credential first; ranges share a scale for easy comparison. Columns that apply
 * only to text are left out for models without text output.
 */
export function EndpointTable({ endpoints, makesText }: { endpoints: readonly Endpoint[]; makesText: boolean }) {
  const ordered = endpoints.toSorted((a, b) => Number(b.available) - Number(a.available));
  const columns = priceColumns(endpoints);
  const latencyMax = topOf(endpoints, "latency_last_30m");
  const throughputMax = topOf(endpoints, "throughput_last_30m");
  return (
    <Table
      caption="Providers of the model"
      className="[&_tbody_tr:last-child]:border-b-0 md:[&_tbody_tr:last-child>:first-child]:rounded-bl-lg [&_tr>:first-child]:bg-panel! md:[&_tr>:first-child]:pl-4 md:[&_tr>:last-child]:pr-4"
    >
      <TableHead>
        <TableHeader>Provider</TableHeader>
        <TableHeader numeric>{makesText ? "Input $/M" : "Price"}</TableHeader>
        {makesText && <TableHeader numeric>Output $/M</TableHeader>}
        <TableHeader numeric className={WHERE_WIDE}>
          Context
        </TableHeader>
        {makesText && (
          <TableHeader numeric className={WHERE_WIDE}>
            Max output
          </TableHeader>
        )}
        <TableHeader>Latency</TableHeader>
        {makesText && <TableHeader>Throughput</TableHeader>}
        <TableHeader numeric>Uptime 5 m, 30 m, 1 d</TableHeader>
      </TableHead>
      <TableBody>
        {ordered.map((endpoint) => (
          <TableRow key={`${endpoint.name}:${endpoint.quantization}`} className="max-md:px-4">
            <TableCell line="first">
              <ProviderName endpoint={endpoint} />
            </TableCell>
            <TableCell numeric className="max-md:order-2">
              <span className="md:hidden">
                <PriceLine prices={endpoint.pricing} />
              </span>
              <span className="max-md:hidden">
                {makesText ? (
                  <TokenPrice prices={endpoint.pricing} field="prompt" column={columns.input} />
                ) : (
                  <MediaPrice prices={endpoint.pricing} />
                )}
              </span>
            </TableCell>
            {makesText && (
              <TableCell numeric line="hidden">
                <TokenPrice prices={endpoint.pricing} field="completion" column={columns.output} />
              </TableCell>
            )}
            <TableCell numeric line="hidden" className={WHERE_WIDE}>
              <Tokens count={endpoint.context_length} />
            </TableCell>
            {makesText && (
              <TableCell numeric line="hidden" className={WHERE_WIDE}>
                <Tokens count={endpoint.max_completion_tokens} />
              </TableCell>
            )}
            <TableCell className="max-md:order-3 max-md:col-span-2">
              <Range endpoint={endpoint} measure="latency_last_30m" max={latencyMax} />
            </TableCell>
            {makesText && (
              <TableCell line="hidden">
                <Range endpoint={endpoint} measure="throughput_last_30m" max={throughputMax} />
              </TableCell>
            )}
            <TableCell numeric line="hidden">
              <Uptimes endpoint={endpoint} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Tokens with their unit, since the column has units of every kind. */
function MediaPrice({ prices }: { prices: Endpoint["pricing"] }) {
  const isByTokens = mainUnitPrice(prices) === undefined && Number(prices.prompt) > 0;
  return (
    <>
      <InputPrice prices={prices} />
      {isByTokens && <span className="text-muted text-xs"> / M tokens</span>}
    </>
  );
}

function ProviderName({ endpoint }: { endpoint: Endpoint }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5 py-1.5">
      <span className="font-medium">{endpoint.provider_name}</span>
      <span className="font-mono font-normal text-muted text-xs">{endpoint.tag}</span>
      {endpoint.quantization && <Badge>{endpoint.quantization}</Badge>}
      {endpoint.supports_implicit_caching && <Badge>implicit caching</Badge>}
      {!endpoint.available && <Badge>no provider key</Badge>}
      {endpoint.unpriced.length > 0 && (
        <StatusChip tone="warn" title="Some billing units have no price. See Prices below.">
          {Number(endpoint.pricing.prompt) < 0 ? "Unpriced" : "Partly unpriced"}
        </StatusChip>
      )}
      {endpoint.price_disputed && (
        <StatusChip
          tone="warn"
          icon={<TriangleAlert aria-hidden />}
          title="Sources disagree about its price. You pay the newest source's price."
        >
          Price disputed
        </StatusChip>
      )}
    </span>
  );
}

function Uptimes({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.uptime_last_1d === null) return <Uptime percent={null} />;
  return (
    <>
      <Uptime percent={endpoint.uptime_last_5m} span="5 minutes" />
      {", "}
      <Uptime percent={endpoint.uptime_last_30m} span="30 minutes" />
      {", "}
      <Uptime percent={endpoint.uptime_last_1d} />
    </>
  );
}

const MEASURES = {
  latency_last_30m: { word: "Latency", format: (value: number) => formatDuration(value) },
  throughput_last_30m: { word: "Throughput", format: (value: number) => `${formatCompact(value)}/s` },
};

function Range({ endpoint, measure, max }: { endpoint: Endpoint; measure: Measure; max: number }) {
  const range = endpoint[measure];
  const { word, format } = MEASURES[measure];
  if (!range)
    return (
      <span className="max-md:hidden" title="Not enough traffic in the last 30 minutes">
        –
      </span>
    );
  return <RangeBar label={`${word} of ${endpoint.provider_name}`} {...range} max={max} format={format} />;
}

function topOf(endpoints: readonly Endpoint[], measure: Measure): number {
  return Math.max(1, ...endpoints.map((endpoint) => endpoint[measure]?.p99 ?? 0));
}
