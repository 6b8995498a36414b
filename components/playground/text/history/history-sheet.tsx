"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import type { Conversation } from "./history.ts";

type HistorySheetProps = {
  entries: readonly Conversation[];
  currentId: string;
  onOpen: (entry: Conversation) => void;
  onRename: (id: string, name: string) => void;
  onRemove: (id: string) => void;
  onClose: () => void;
};

/** The conversations stored in this browser, newest first. */
export function HistorySheet({ entries, onClose, ...props }: HistorySheetProps) {
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="History"
      description="Stored only in this browser: the latest 30 conversations, without images"
    >
      {entries.length === 0 ? (
        <p className="text-muted text-sm">
          No conversations yet. A conversation is saved here after its first response.
        </p>
      ) : (
        <ul className="flex flex-col">
          {entries.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} {...props} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

type HistoryRowProps = Omit<HistorySheetProps, "entries" | "onClose"> & { entry: Conversation };

function HistoryRow({ entry, currentId, onOpen, onRename, onRemove }: HistoryRowProps) {
  const [name, setName] = useState<string>();
  const save = () => {
    if (name?.trim()) onRename(entry.id, name.trim());
    setName(undefined);
  };
  return (
    <li className="flex items-center gap-1 border-b py-1.5">
      {name === undefined ? (
        <button
          type="button"
          onClick={() => onOpen(entry)}
          aria-current={entry.id === currentId}
          className="flex min-w-0 flex-1 flex-col rounded-md px-2 py-1 text-left hover:bg-well"
        >
          <span className="w-full truncate text-sm">{entry.name}</span>
          <span className="w-full truncate text-muted text-xs">
            <Time value={entry.savedAt} /> · {entry.panes.map(({ model }) => model).join(", ")}
            {entry.id === currentId && " · open now"}
          </span>
        </button>
      ) : (
        <form
          className="flex flex-1 items-center gap-2 px-2"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Input aria-label="Name" autoFocus maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />
          <Button type="submit">Save</Button>
        </form>
      )}
      <IconButton label={`Rename ${entry.name}`} onClick={() => setName(entry.name)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${entry.name}`} onClick={() => onRemove(entry.id)}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}
