"use client";

import { Textarea } from "../../forms/textarea.tsx";
import { Dialog } from "../../overlays/dialog.tsx";
import { Kbd } from "../kbd.tsx";

export type CopyByHandProps = {
  text: string | undefined;
  label: string;
  onCopied?: () => void;
  onClose: () => void;
};

/** The dialog of `CopyByHand`, which loads it. */
export function CopyByHandLayer({ open, text, label, onCopied, onClose }: CopyByHandProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={label}
      description="The clipboard is only available over HTTPS. Copy the text yourself."
    >
      <Textarea
        mono
        readOnly
        aria-label="Text to copy"
        value={text ?? ""}
        onFocus={(event) => event.target.select()}
        onCopy={onCopied}
        className="break-all"
      />
      <p className="flex items-center gap-2 text-muted text-sm">
        The text is selected. Press <Kbd keys="⌘ C" /> or <Kbd keys="Ctrl C" />
      </p>
    </Dialog>
  );
}
