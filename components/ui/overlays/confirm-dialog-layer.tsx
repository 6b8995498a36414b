"use client";

import * as Primitive from "radix-ui/alert-dialog";
import { type ReactNode, useState } from "react";
import { Button } from "../display/button.tsx";
import { Field } from "../forms/field.tsx";
import { Input } from "../forms/input.tsx";
import { useReturnFocus } from "./use-return-focus.ts";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** "Delete key production-web" */
  title: string;
  /** The impact, from data: who used it, when, how often, and what stops working. */
  facts: ReactNode;
  /** What went wrong, if it was tried. */
  problem?: string | null;
  /** The text to type; without it the button is enabled immediately. */
  name?: string;
  /** Verb and object: "Delete key". */
  action: string;
  pending?: boolean;
  onConfirm: () => void;
};

/** The layer of a confirmation; `ConfirmDialog` loads it. */
export function ConfirmDialogLayer({ open, onOpenChange, ...props }: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          data-modal
          {...returnFocus}
          className="fixed inset-x-3 top-[max(1rem,15dvh)] z-40 mx-auto flex max-h-[80dvh] max-w-md animate-layer-in flex-col overflow-y-auto rounded-lg bg-raised shadow-lg data-[state=closed]:animate-layer-out"
        >
          <Body {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Body({
  title,
  facts,
  problem,
  name,
  action,
  pending = false,
  onConfirm,
}: Omit<ConfirmDialogProps, "open" | "onOpenChange">) {
  const [typed, setTyped] = useState("");
  const matches = name === undefined || typed.trim() === name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (matches && !pending) onConfirm();
      }}
    >
      <div className="flex flex-col gap-3 p-5">
        <Primitive.Title className="break-words font-medium text-lg">{title}</Primitive.Title>
        <Primitive.Description asChild>
          <div className="flex flex-col gap-3 text-muted text-sm">
            {facts}
            {problem && (
              <p role="alert" className="text-bad">
                {problem}
              </p>
            )}
          </div>
        </Primitive.Description>
        {name !== undefined && (
          <Field
            label={
              <span className="font-normal">
                Type <span className="break-all font-medium font-mono">{name}</span> to confirm
              </span>
            }
          >
            <Input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        )}
      </div>
      <div className="flex justify-end gap-2 border-t px-5 py-3">
        <Primitive.Cancel asChild>
          <Button>Cancel</Button>
        </Primitive.Cancel>
        <Button type="submit" variant="danger" disabled={!matches} pending={pending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
