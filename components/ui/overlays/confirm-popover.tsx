"use client";

import { type ReactElement, type ReactNode, useState } from "react";
import { Button } from "../display/button.tsx";
import { Popover } from "./popover.tsx";

type ConfirmPopoverProps = {
  trigger: ReactElement;
  /** Names the object: "Remove ada@example.com from Production?" */
  question: string;
  /** Verb and object, repeated on the button: "Remove member". */
  action: string;
  children?: ReactNode;
  onConfirm: () => void;
};

/** Tier T1: a small removal. Focus starts on Cancel, so that Enter alone removes nothing. */
export function ConfirmPopover({ trigger, question, action, children, onConfirm }: ConfirmPopoverProps) {
  const [open, setOpen] = useState(false);
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <Popover trigger={trigger} label={question} open={open} onOpenChange={setOpen} align="end">
      <div className="flex flex-col gap-3">
        <p className="font-medium text-sm">{question}</p>
        {children && <div className="text-muted text-sm">{children}</div>}
        <div className="flex justify-end gap-2">
          <Button size="small" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button size="small" variant="danger" onClick={confirm}>
            {action}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
