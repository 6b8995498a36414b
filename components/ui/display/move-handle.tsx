"use client";

import { GripVertical } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cn } from "#lib/cn.ts";
import { IconButton } from "./icon-button.tsx";

type MoveHandleProps = {
  /** The accessible name, as "Move document 2 of 5". */
  label: string;
  /** From 0. */
  place: number;
  places: number;
  /** The element around the handle that is shown while it is dragged, as a selector. */
  row: string;
  /** The text of the drag, for other programs. */
  text: string;
  className?: string;
  /** Called with a place that exists, when an arrow key is pressed. */
  onMove: (to: number) => void;
  onStart: () => void;
  onEnd: () => void;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Handle for moving a row of a list by dragging or with the arrow keys. The list handles the drop. */
export function MoveHandle({ label, place, places, row, text, className, onMove, onStart, onEnd }: MoveHandleProps) {
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
    const to = place + step;
    if (to < 0 || to >= places) return;
    hadFocus.current = true;
    onMove(to);
  };
  return (
    <IconButton
      ref={handle}
      size="small"
      tooltip={false}
      draggable
      title="Drag, or press the arrow keys."
      label={label}
      className={cn("cursor-grab! active:cursor-grabbing!", className)}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", text);
        const image = event.currentTarget.closest(row);
        if (image) event.dataTransfer.setDragImage(image, 12, 12);
        onStart();
      }}
      onDragEnd={onEnd}
    >
      <GripVertical aria-hidden />
    </IconButton>
  );
}
