"use client";

import { GripVertical } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { type Credential, nameOf } from "../credential-status.tsx";

export type Drag = {
  dragged: Credential | undefined;
  start: (credential: Credential) => void;
  end: () => void;
};

type OrderHandleProps = {
  credential: Credential;
  place: number;
  places: number;
  /** Number of keys tried before its section. */
  before: number;
  drag: Drag;
  onMove: (credential: Credential, to: number) => void;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Handle for moving a provider key by dragging or with the arrow keys. */
export function OrderHandle({ credential, place, places, before, drag, onMove }: OrderHandleProps) {
  const handle = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A row that moves within the document loses the focus.
  useEffect(() => {
    if (hadFocus.current && place >= 0) handle.current?.focus();
    hadFocus.current = false;
  }, [place]);
  if (places < 2) return <span className="inline-block pl-6 text-muted text-xs">{before + place + 1}</span>;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const to = place + step;
    if (to < 0 || to >= places) return;
    hadFocus.current = true;
    onMove(credential, to);
  };
  return (
    <span className="flex items-center text-muted text-xs">
      <IconButton
        ref={handle}
        size="small"
        tooltip={false}
        draggable
        title="Drag, or press the arrow keys."
        label={`Move ${nameOf(credential)}, ${place + 1} of ${places}`}
        className="cursor-grab! active:cursor-grabbing!"
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", nameOf(credential));
          const row = event.currentTarget.closest("tr");
          if (row) event.dataTransfer.setDragImage(row, 12, 12);
          drag.start(credential);
        }}
        onDragEnd={drag.end}
      >
        <GripVertical aria-hidden />
      </IconButton>
      {before + place + 1}
    </span>
  );
}
