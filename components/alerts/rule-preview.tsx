"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { useDebounced } from "#components/ui/hooks/use-debounced.ts";
import { query } from "#lib/api/query.ts";
import { cn } from "#lib/cn.ts";
import { previewAlertRule } from "#lib/contract/alert-rules.ts";
import type { BodyInput, ResponseOf } from "#lib/contract/endpoint.ts";
import { formatCount } from "#lib/format.ts";
import { formatDate } from "#lib/format-time.ts";
import { isOptional, kindAndParams, type RuleValues } from "./rule-form.ts";

type Preview = ResponseOf<typeof previewAlertRule>["data"];

const REST_MS = 400;
const MAX_SHOWN = 5;
const DAY_MS = 86_400_000;

/** When the rule would have opened alerts in the last 30 days. */
export function RulePreview({ values }: { values: RuleValues }) {
  const { slug } = useShell().currentWorkspace;
  // A text, so that an equal body does not start the wait again.
  const body = useDebounced(JSON.stringify({ ...kindAndParams(values), workspace_id: slug }), REST_MS);
  const request = JSON.parse(body) as ReturnType<typeof kindAndParams>;
  const isComplete = Object.entries(request.params).every(([name, value]) => value !== null || isOptional(name));
  const { data, error } = useQuery({
    ...query(previewAlertRule, { body: request as BodyInput<typeof previewAlertRule> }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <section
      aria-label="Last 30 days"
      aria-live="polite"
      className="flex flex-col gap-2 rounded-lg bg-well p-3 text-sm"
    >
      {!isComplete && <p className="text-muted">Fill in every field to see the last 30 days.</p>}
      {isComplete && error?.status === 400 && (
        <p className="text-muted">Correct the fields above to see the last 30 days.</p>
      )}
      {isComplete && error && error.status !== 400 && (
        <p className="text-bad">The last 30 days cannot be shown: {error.message}</p>
      )}
      {isComplete && !error && !data && <Skeleton className="h-16 w-full" />}
      {isComplete && !error && data && <Past preview={data.data} />}
    </section>
  );
}

function Past({ preview }: { preview: Preview }) {
  const { past, note, total, alerts } = preview;
  if (past === "unknown") return <p>{note}</p>;
  return (
    <>
      <p className="font-medium">{sentenceOf(total)}</p>
      <Days preview={preview} />
      {note && <p className="text-muted text-xs">{note}</p>}
      <ul className="flex flex-col gap-1.5">
        {alerts.slice(0, MAX_SHOWN).map(({ opened_at: openedAt, message }) => (
          <li key={`${openedAt} ${message}`} className="flex flex-col">
            <Time value={openedAt} format="absolute" className="text-muted text-xs" />
            <span className="break-words">{message}</span>
          </li>
        ))}
      </ul>
      {total > MAX_SHOWN && <p className="text-muted text-xs">The newest {MAX_SHOWN} are listed.</p>}
    </>
  );
}

function sentenceOf(total: number): string {
  if (total === 0) return "In the last 30 days, this rule would have opened no alert.";
  return `In the last 30 days, this rule would have opened ${total === 1 ? "one alert" : `${formatCount(total)} alerts`}.`;
}

/** One cell a day, filled if an alert opened on it. */
function Days({ preview: { to, alerts } }: { preview: Preview }) {
  const lastDay = Math.floor(Date.parse(to) / DAY_MS);
  const opened = alerts.map(({ opened_at: at }) => Math.floor(Date.parse(at) / DAY_MS));
  return (
    <div aria-hidden className="grid grid-cols-[repeat(30,minmax(0,1fr))] gap-0.5">
      {Array.from({ length: 30 }, (_, index) => {
        const day = lastDay - 29 + index;
        const count = opened.filter((one) => one === day).length;
        return (
          <span
            key={day}
            title={`${formatDate(day * DAY_MS, "utc")}: ${count}`}
            className={cn("h-4 rounded-xs", count > 0 ? "bg-bad" : "bg-well-strong")}
          />
        );
      })}
    </div>
  );
}
