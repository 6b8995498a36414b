import { CircleCheck, CircleX, Clock } from "lucide-react";
import { cn } from "#lib/cn.ts";
import { formatDuration } from "#lib/format-time.ts";
import { niceTicks, position } from "./scale.ts";

export type WaterfallStep = {
  /** "Queue", "Guardrails", "anthropic, attempt 1", "Stream". */
  label: string;
  startMs: number;
  durationMs: number;
  outcome: "ok" | "failed" | "wait";
  /** "529, overloaded" */
  detail?: string;
  /** Milliseconds after the step's start when the first token arrived. */
  firstTokenMs?: number;
};

type WaterfallProps = { title: string; totalMs: number; steps: readonly WaterfallStep[] };

const LOOKS = {
  ok: { Icon: CircleCheck, icon: "text-ok", bar: "bg-accent", word: "succeeded" },
  failed: { Icon: CircleX, icon: "text-bad", bar: "bg-bad", word: "failed" },
  wait: { Icon: Clock, icon: "text-muted", bar: "bg-edge", word: "waited" },
} as const;

/** The steps of one request on a common time scale. It is a table, so screen readers read it as one. */
export function Waterfall({ title, totalMs, steps }: WaterfallProps) {
  const ticks = niceTicks(0, Math.max(totalMs, 1), 4);
  const end = ticks.at(-1) ?? totalMs;
  return (
    <table className="w-full table-fixed border-collapse text-left text-xs" data-chart>
      <caption className="pb-1.5 text-left font-medium text-sm">
        {title}, {formatDuration(totalMs)}
      </caption>
      <colgroup>
        <col className="w-2/5 md:w-56" />
        <col />
        <col className="w-16" />
      </colgroup>
      <thead>
        <tr className="border-b text-muted">
          <th scope="col" className="pb-1 font-normal">
            Step
          </th>
          <th scope="col" className="pb-1 font-normal">
            <span className="sr-only">Timeline</span>
            <span aria-hidden className="flex justify-between">
              {ticks.map((tick) => (
                <span key={tick} className="whitespace-nowrap max-md:not-first:not-last:hidden">
                  {formatDuration(tick)}
                </span>
              ))}
            </span>
          </th>
          <th scope="col" className="pb-1 text-right font-normal">
            Duration
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Row key={`${step.label} ${step.startMs}`} step={step} end={end} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ step, end }: { step: WaterfallStep; end: number }) {
  const { Icon, icon, bar, word } = LOOKS[step.outcome];
  const left = position(step.startMs, 0, end) * 100;
  const width = position(step.durationMs, 0, end) * 100;
  return (
    <tr className="border-b">
      <td className="py-1.5 pr-3">
        <span className="flex items-start gap-1.5">
          <Icon className={cn("mt-px size-3.5 shrink-0", icon)} aria-hidden />
          <span className="min-w-0">
            <span className="break-words">{step.label}</span>
            <span className="sr-only"> {word}</span>
            {step.detail && <span className="block break-words text-muted">{step.detail}</span>}
          </span>
        </span>
      </td>
      <td className="relative">
        <span
          className={cn("absolute top-1/2 h-2.5 min-w-0.5 -translate-y-1/2", bar)}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
        {step.firstTokenMs !== undefined && (
          <span
            title={`First token after ${formatDuration(step.firstTokenMs)}`}
            className="absolute top-1/2 h-4 w-0.5 -translate-y-1/2 bg-ink ring-1 ring-canvas"
            style={{ left: `${position(step.startMs + step.firstTokenMs, 0, end) * 100}%` }}
          />
        )}
        <span className="sr-only">from {formatDuration(step.startMs)}</span>
      </td>
      <td className="pl-3 text-right">{formatDuration(step.durationMs)}</td>
    </tr>
  );
}
