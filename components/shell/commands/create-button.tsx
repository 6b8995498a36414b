"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { useCreateShortcut } from "./shortcuts.ts";

type CreateButtonProps = {
  children: string;
  /** The label in the list of shortcuts, if it is another one. */
  shortcut?: string;
  /** Memoize it. */
  onClick: () => void;
};

/** The button in a page's header that opens the form for a new record; C does the same while it is shown. */
export function CreateButton({ children, shortcut = children, onClick }: CreateButtonProps) {
  useCreateShortcut(shortcut, onClick);
  return (
    <Button variant="filled" onClick={onClick}>
      <Plus aria-hidden />
      {children}
    </Button>
  );
}
