"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { PopoverBox } from "#components/ui/overlays/popover-box.tsx";
import { COLUMN_IDS, type ColumnId, columnOf, withMoved, withToggled } from "./log-columns.ts";
import { useLogColumns } from "./use-log-columns.ts";

/** The layer of `ColumnPicker`, which loads it. */
export function ColumnPickerLayer(layer: AnchoredLayer) {
  const { shown, isDefault, set, reset } = useLogColumns();
  return (
    <PopoverBox
      {...layer}
      label="Columns"
      align="end"
      className="max-h-(--radix-popper-available-height) overflow-y-auto"
    >
      <ColumnOrder shown={shown} onChange={set} />
      <div className="mt-2 flex items-center justify-between gap-3 border-t pt-2">
        <p className="text-muted text-xs">Exports include all columns.</p>
        <Button size="small" variant="ghost" disabled={isDefault} onClick={reset}>
          Reset
        </Button>
      </div>
    </PopoverBox>
  );
}

type ColumnOrderProps = { shown: readonly ColumnId[]; onChange: (shown: ColumnId[]) => void };

function ColumnOrder({ shown, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string>(undefined);
  // The browser takes the focus from an element that changes its place.
  useEffect(() => {
    if (moved.current) list.current?.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });
  const move = (id: ColumnId, by: -1 | 1) => {
    moved.current = `${id}${by}`;
    onChange(withMoved(shown, id, by));
  };
  const ids = [...shown, ...COLUMN_IDS.filter((id) => !shown.includes(id))];
  return (
    <ul ref={list} className="flex flex-col">
      {ids.map((id) => (
        <li key={id} className="flex min-h-8 items-center gap-1">
          <Checkbox
            className="flex-1"
            label={columnOf(id).label}
            checked={shown.includes(id)}
            disabled={shown.length === 1 && shown.includes(id)}
            onCheckedChange={() => onChange(withToggled(shown, id))}
          />
          {shown.includes(id) && (
            <>
              <MoveButton id={id} by={-1} isLast={id === shown[0]} onMove={move} />
              <MoveButton id={id} by={1} isLast={id === shown.at(-1)} onMove={move} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type MoveButtonProps = { id: ColumnId; by: -1 | 1; isLast: boolean; onMove: (id: ColumnId, by: -1 | 1) => void };

/** Stays focusable where it does nothing, so that the focus is not lost at the ends. */
function MoveButton({ id, by, isLast, onMove }: MoveButtonProps) {
  return (
    <IconButton
      size="small"
      tooltip={false}
      label={`Move ${columnOf(id).label} ${by < 0 ? "up" : "down"}`}
      data-move={`${id}${by}`}
      aria-disabled={isLast}
      className={isLast ? "opacity-40" : ""}
      onClick={() => onMove(id, by)}
    >
      {by < 0 ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
    </IconButton>
  );
}
