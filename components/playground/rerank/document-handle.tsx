"use client";

import { GripVertical } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";

type DocumentHandleProps = {
  /** From 0. */
  place: number;
  places: number;
  onMove: (to: number) => void;
  /** Called when dragging starts and ends. */
  onStart: () => void;
  onEnd: () => void;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Handle for moving a document by dragging or with the arrow keys. */
export function DocumentHandle({ place, places, onMove, onStart, onEnd }: DocumentHandleProps) {
  const handle = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A row that moves within the document loses the focus.
  useEffect(() => {
    if (hadFocus.current && place >= 0) handle.current?.focus();
    hadFocus.current = false;
  }, [place]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    hadFocus.current = true;
    onMove(place + step);
  };
  return (
    <span className="flex h-8 shrink-0 items-center text-muted text-xs tabular-nums pointer-coarse:h-11">
      <IconButton
        ref={handle}
        size="small"
        tooltip={false}
        draggable
        title="Drag, or press the arrow keys."
        label={`Move document ${place + 1} of ${places}`}
        // Without a mouse the menu moves it.
        className="cursor-grab! active:cursor-grabbing! pointer-coarse:hidden"
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", String(place + 1));
          const row = event.currentTarget.closest("li");
          if (row) event.dataTransfer.setDragImage(row, 12, 12);
          onStart();
        }}
        onDragEnd={onEnd}
      >
        <GripVertical aria-hidden />
      </IconButton>
      <span className="min-w-4 text-right">{place + 1}</span>
    </span>
  );
}
