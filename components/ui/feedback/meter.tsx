import { cn } from "#lib/cn.ts";
import { NOTICE_SHARE } from "#lib/limits/notice-share.ts";

type MeterProps = {
  /** Names the limit: "Spending limit of production-web". */
  label: string;
  used: number;
  /** null means no limit and shows an empty scale. */
  limit: number | null;
  /** Elapsed share of the interval, 0 to 1, shown as a tick: is use ahead of time? */
  elapsed?: number;
  /** The value in words: "$4.12 of $10.00". */
  text: string;
  className?: string;
};

/** Shows a limit as a scale, filled to the current use, with a tick for the elapsed share of the interval. */
export function Meter({ label, used, limit, elapsed, text, className }: MeterProps) {
  const ratio = limit === null ? 0 : limit === 0 ? 1 : Math.max(0, used / limit);
  const tone = ratio >= 1 ? "bg-bad" : ratio >= NOTICE_SHARE ? "bg-warn" : "bg-accent";
  return (
    <div
      title={text}
      data-meter
      className={cn(
        "relative base:h-1.5 w-full min-w-16",
        limit === null ? "ring-1 ring-line" : "bg-well-strong",
        className,
      )}
    >
      <meter
        className="sr-only"
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={limit ?? Math.max(used, 1)}
        value={Math.max(0, used)}
      />
      <div className={cn("h-full", tone)} style={{ width: `${Math.min(1, ratio) * 100}%` }} />
      {elapsed !== undefined && limit !== null && (
        <div
          className="absolute -inset-y-0.5 w-0.5 bg-ink ring-1 ring-canvas"
          style={{ left: `calc(${Math.min(1, Math.max(0, elapsed)) * 100}% - 1px)` }}
        />
      )}
    </div>
  );
}
