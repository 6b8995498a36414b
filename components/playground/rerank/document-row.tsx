"use client";

import { ArrowDown, ArrowUp, Ellipsis, X } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { MoveHandle } from "#components/ui/display/move-handle.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { cn } from "#lib/cn.ts";
import type { Document } from "./rerank-form.ts";

type Drag = {
  /** Id of the dragged document. */
  dragged: string | undefined;
  setDragged: (id: string | undefined) => void;
  drop: (to: number) => void;
};

type DocumentRowProps = {
  document: Document;
  /** From 0. */
  place: number;
  places: number;
  /** It was just added, or the one after it was removed. */
  focused: boolean;
  drag: Drag;
  onText: (text: string) => void;
  /** Called when several lines were pasted into an empty document. */
  onLines: (text: string) => void;
  onMove: (to: number) => void;
  onAdd: () => void;
  onRemove: () => void;
};

/** One document: its position, text and actions. Another one can be dropped on it. */
export function DocumentRow({ document, place, places, focused, drag, onMove, onRemove, ...props }: DocumentRowProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && document.text === "" && places > 1) {
      event.preventDefault();
      onRemove();
    }
    if (event.key !== "Enter" || event.shiftKey || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing)
      return;
    event.preventDefault();
    props.onAdd();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (document.text !== "" || !text.trim().includes("\n")) return;
    event.preventDefault();
    props.onLines(text);
  };
  const holdsOther = drag.dragged !== undefined && drag.dragged !== document.id;
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!holdsOther) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!holdsOther) return;
      event.preventDefault();
      drag.drop(place);
    },
  };
  return (
    <li
      {...target}
      className={cn(
        "flex items-start gap-1.5 rounded-md",
        drag.dragged === document.id && "opacity-50",
        over && "bg-accent-soft",
      )}
    >
      <span className="flex h-8 shrink-0 items-center text-muted text-xs tabular-nums pointer-coarse:h-11">
        <MoveHandle
          label={`Move document ${place + 1} of ${places}`}
          place={place}
          places={places}
          row="li"
          text={String(place + 1)}
          // Without a mouse the menu moves it.
          className="pointer-coarse:hidden"
          onMove={onMove}
          onStart={() => drag.setDragged(document.id)}
          onEnd={() => drag.setDragged(undefined)}
        />
        <span className="min-w-4 text-right">{place + 1}</span>
      </span>
      <Textarea
        ref={field}
        rows={1}
        aria-label={`Document ${place + 1}`}
        value={document.text}
        placeholder="Document text"
        onChange={(event) => props.onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="resize-none! pointer-coarse:min-h-11 pointer-coarse:py-2.5"
      />
      <Menu
        trigger={
          <IconButton label={`Actions for document ${place + 1}`} tooltip={false}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onMove(place - 1)} disabled={place === 0}>
          <ArrowUp aria-hidden />
          Move up
        </MenuItem>
        <MenuItem onSelect={() => onMove(place + 1)} disabled={place === places - 1}>
          <ArrowDown aria-hidden />
          Move down
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onRemove}>
          <X aria-hidden />
          Remove
        </MenuItem>
      </Menu>
    </li>
  );
}
