"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Loading } from "#components/ui/feedback/skeleton.tsx";
import { SkeletonRow } from "#components/ui/feedback/table-skeleton.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { InputPrice, Latency, OutputPrice, PriceLine, priceColumns, Throughput, Tokens, Uptime } from "./measures.tsx";
import { Modalities } from "./modalities.tsx";
import { COMPARE_MOST, type Model, useCompared } from "./model-filters.ts";

/** Measurements are hidden first if there is not enough space. */
const WHERE_WIDE = "max-xl:hidden";
const WHERE_WIDER = "max-[88rem]:hidden";

/** One page of models. */
export function ModelTable({ models, busy }: { models: readonly Model[]; busy: boolean }) {
  useRowShortcuts();
  const columns = priceColumns(models);
  return (
    <Table caption="Models" busy={busy}>
      <TableHead>
        <TableHeader>Model</TableHeader>
        <TableHeader>Input → output</TableHeader>
        <TableHeader numeric className="max-lg:hidden">
          Context
        </TableHeader>
        <TableHeader numeric>Input $/M</TableHeader>
        <TableHeader numeric>Output $/M</TableHeader>
        {["Latency", "Throughput", "Uptime 1 d"].map((heading) => (
          <TableHeader key={heading} numeric className={WHERE_WIDE}>
            {heading}
          </TableHeader>
        ))}
        <TableHeader numeric className={WHERE_WIDER}>
          Providers
        </TableHeader>
        <TableHeader>Compare</TableHeader>
      </TableHead>
      <TableBody>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} columns={columns} />
        ))}
      </TableBody>
    </Table>
  );
}

function ModelRow({ model, columns }: { model: Model; columns: ReturnType<typeof priceColumns> }) {
  const { slug } = useShell().currentWorkspace;
  const { compared, toggle } = useCompared();
  const chosen = compared.includes(model.id);
  return (
    <TableRow>
      <TableCell line="first" className="md:w-full md:min-w-48 md:max-w-0">
        <Link data-row href={`/w/${slug}/models/${model.id}`} className="group flex min-w-0 flex-col py-1.5">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="truncate font-medium group-hover:underline">{model.name}</span>
            {model.available && <Badge>available</Badge>}
          </span>
          <span className="truncate font-mono font-normal text-muted text-xs">{model.id}</span>
        </Link>
      </TableCell>
      <TableCell className="max-md:col-start-1">
        <span className="flex items-center gap-2">
          <Modalities inputs={model.architecture.input_modalities} outputs={model.architecture.output_modalities} />
          <span className="truncate md:hidden">
            <PriceLine prices={model.pricing} />
          </span>
        </span>
      </TableCell>
      <TableCell numeric line="hidden" className="max-lg:hidden">
        <Tokens count={model.context_length} />
      </TableCell>
      <TableCell numeric line="hidden">
        <InputPrice prices={model.pricing} column={columns.input} />
      </TableCell>
      <TableCell numeric line="hidden">
        <OutputPrice prices={model.pricing} column={columns.output} />
      </TableCell>
      <TableCell numeric line="hidden" className={WHERE_WIDE}>
        <Latency latencyMs={model.latency_last_30m} />
      </TableCell>
      <TableCell numeric line="hidden" className={WHERE_WIDE}>
        <Throughput perSecond={model.throughput_last_30m} />
      </TableCell>
      <TableCell numeric line="hidden" className={WHERE_WIDE}>
        <Uptime percent={model.uptime_last_1d} />
      </TableCell>
      <TableCell numeric line="hidden" className={WHERE_WIDER}>
        <span title={model.providers.join(", ")}>{model.providers.length}</span>
      </TableCell>
      <TableCell line="first" className="max-md:col-start-2 max-md:row-start-1">
        <Checkbox
          aria-label={`Compare ${model.name}`}
          checked={chosen}
          disabled={!chosen && compared.length >= COMPARE_MOST}
          onCheckedChange={() => toggle(model.id)}
          className="justify-center"
        />
      </TableCell>
    </TableRow>
  );
}

const ROWS = ["w-48", "w-56", "w-40", "w-52", "w-44", "w-60", "w-36", "w-64"];

/** Placeholder with the table's real layout. */
export function ModelTableSkeleton() {
  return (
    <Loading label="models">
      {ROWS.map((width) => (
        <SkeletonRow
          key={width}
          bars={[width, "w-16 max-sm:hidden", "ml-auto w-14 max-sm:hidden", "w-14"]}
          className="h-12"
        />
      ))}
    </Loading>
  );
}
