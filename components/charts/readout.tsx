import type { SeriesStyle } from "./series-style.ts";

export type ReadoutLine = { entity: string; label: string; value: string };

type ReadoutProps = {
  title: string;
  lines: readonly ReadoutLine[];
  /** Events in this bucket: "Guardrail saved". */
  events: readonly string[];
  total?: string | undefined;
  style: (entity: string) => SeriesStyle;
  /** Position of the marker, 0 to 1; the box is shown on the opposite side. */
  at: number;
};

/** The values at the time marker, largest first. */
export function Readout({ title, lines, events, total, style, at }: ReadoutProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-1 z-10 min-w-40 max-w-72 rounded-md bg-raised px-2.5 py-2 text-xs shadow-lg"
      style={at < 0.5 ? { left: `calc(${at * 100}% + 12px)` } : { right: `calc(${(1 - at) * 100}% + 12px)` }}
    >
      <p className="pb-1 text-muted">{title}</p>
      {lines.map((line) => (
        <p key={line.entity} className="flex items-center gap-2">
          <span className="size-2 shrink-0 rounded-full" style={{ background: style(line.entity).color }} />
          <span className="truncate">{line.label}</span>
          <span className="ml-auto pl-3 font-medium">{line.value}</span>
        </p>
      ))}
      {events.map((event) => (
        <p key={event} className="mt-1 border-t pt-1">
          {event}
        </p>
      ))}
      {total && (
        <p className="mt-1 flex justify-between border-t pt-1">
          Total <span className="font-medium">{total}</span>
        </p>
      )}
    </div>
  );
}
