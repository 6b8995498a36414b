"use client";

import { cn } from "#lib/cn.ts";
import type { Series } from "./series.ts";
import type { SeriesStyle } from "./series-style.ts";

type LegendProps = {
  series: readonly Series[];
  style: (entity: string) => SeriesStyle;
  /** If not empty, only these series are shown. */
  isolated: readonly string[];
  onIsolatedChange: (entities: string[]) => void;
};

/** The series by name. A click shows one alone, Shift-click adds it, and a click on the only one shows all again. */
export function Legend({ series, style, isolated, onIsolatedChange }: LegendProps) {
  const pick = (entity: string, add: boolean) => {
    const on = isolated.includes(entity);
    if (add) onIsolatedChange(on ? isolated.filter((other) => other !== entity) : [...isolated, entity]);
    else onIsolatedChange(on && isolated.length === 1 ? [] : [entity]);
  };
  return (
    <ul aria-label="Series" className="flex flex-wrap gap-x-1 gap-y-0.5">
      {series.map(({ entity, label, id }) => (
        <li key={entity} className="min-w-0 max-w-full">
          <button
            type="button"
            aria-pressed={isolated.includes(entity)}
            onClick={(event) => pick(entity, event.shiftKey)}
            className={cn(
              "flex h-6 max-w-full pointer-coarse:h-11 items-center gap-1.5 rounded-sm px-1.5 text-muted text-xs hover:bg-well hover:text-ink",
              isolated.length > 0 && !isolated.includes(entity) && "line-through opacity-70",
            )}
          >
            <svg viewBox="0 0 14 4" className="h-1 w-3.5 shrink-0" aria-hidden="true">
              <path d="M0 2h14" stroke={style(entity).color} strokeWidth="3" strokeDasharray={style(entity).dash} />
            </svg>
            <bdi className="truncate" title={id ? `${label}, ${id}` : label}>
              {label}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
