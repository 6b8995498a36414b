"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BarChart } from "#components/charts/bar-chart.tsx";
import { sum } from "#components/charts/series.ts";
import { granularityOf, rangeBefore } from "#components/charts/time/time-range.ts";
import { useTimeRange } from "#components/charts/time/use-time-range.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { query } from "#lib/api/query.ts";
import { queryAll } from "#lib/api/query-all.ts";
import { listGuardrailHits } from "#lib/contract/guardrail-hits.ts";
import { listGuardrails } from "#lib/contract/guardrails.ts";
import { formatCompact, formatCount } from "#lib/format.ts";
import { CompareSwitch } from "./compare-switch.tsx";
import { ComparedHeadline } from "./compared-headline.tsx";
import { ExploreSkeleton } from "./explore-skeleton.tsx";
import { bucketOf, type Finding, findingSeries, findingsOf, type Hit, outcomeOf, timesIn } from "./findings.ts";
import { FindingsTable } from "./findings-table.tsx";
import { useCompare } from "./use-compare.ts";

const SPLITS = [
  { value: "guardrail", label: "Guardrail" },
  { value: "outcome", label: "Outcome" },
] as const;

/** Shows what the workspace's guardrails found, over time and in total. */
export function GuardrailFindings() {
  const parser = parseAsStringLiteral(["guardrail", "outcome"]).withDefault("guardrail");
  const [split, setSplit] = useQueryState("split", parser);
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">Guardrails</h2>
      <div className="flex flex-wrap items-end gap-4">
        <Field label="By">
          <SegmentedControl options={SPLITS} value={split} onValueChange={(next) => void setSplit(next)} />
        </Field>
        <CompareSwitch />
      </div>
      <Findings split={split} />
    </div>
  );
}

function Findings({ split }: { split: "guardrail" | "outcome" }) {
  const [isComparing] = useCompare();
  const { bucket, live, now, before } = useHits(isComparing);
  const guardrails = useQuery(queryAll(listGuardrails));
  const nameOf = (id: string) => guardrails.data?.data.find((one) => one.id === id)?.name ?? id.slice(0, 8);
  const failed = [now, before].find(({ error, data }) => error && !data);
  if (failed) return <ApiErrorState title="The findings could not be loaded" result={failed} />;
  if (!now.data) return <ExploreSkeleton />;
  const { hits, ...covered } = now.data.data;
  const findings = findingsOf(hits, isComparing ? before.data?.data.hits : undefined);
  if (findings.length === 0) return <NoFindings isComparing={isComparing} />;
  const times = timesIn(covered, bucket);
  const subjectOf = (hit: Hit) => {
    if (split === "outcome") return { entity: outcomeOf(hit), label: outcomeOf(hit) };
    return { entity: hit.guardrail_id, label: nameOf(hit.guardrail_id) };
  };
  return (
    <>
      <BarChart
        title="Findings"
        headline={<Headline findings={findings} />}
        summary={`Findings by ${split}, one bar per ${bucket}.`}
        height={240}
        times={times}
        series={findingSeries(hits, times, subjectOf)}
        format={formatCompact}
        partial={live}
        note="Kept after old logs are deleted."
      />
      <FindingsTable findings={findings} nameOf={nameOf} />
    </>
  );
}

/** Reads the findings of the page's time range and of the one before, by bucket. */
function useHits(isComparing: boolean) {
  const { range, nowMs } = useTimeRange();
  const chosen = range ?? { from: 0, to: 1, live: false };
  const bucket = bucketOf(granularityOf(chosen, nowMs ?? 0));
  const options = ({ from, to }: { from: number; to: number }, enabled: boolean) => {
    const time = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
    return {
      ...query(listGuardrailHits, { query: { ...time, granularity: bucket } }),
      placeholderData: keepPreviousData,
      enabled: enabled && range !== undefined,
    };
  };
  const now = useQuery(options(chosen, true));
  const before = useQuery(options(rangeBefore(chosen), isComparing));
  return { bucket, live: chosen.live, now, before };
}

function Headline({ findings }: { findings: readonly Finding[] }) {
  const isCompared = findings.some(({ before }) => before !== undefined);
  const before = sum(findings.map((finding) => finding.before ?? null));
  const now = sum(findings.map((finding) => finding.now));
  return <ComparedHeadline now={now} before={isCompared ? before : undefined} format={formatCount} />;
}

function NoFindings({ isComparing }: { isComparing: boolean }) {
  const { slug } = useShell().currentWorkspace;
  return (
    <EmptyState
      sentence={`Guardrails found nothing in this time range${isComparing ? " or the previous one" : ""}.`}
      action={
        <Button asChild>
          <Link href={`/w/${slug}/guardrails`}>Open guardrails</Link>
        </Button>
      }
    />
  );
}
