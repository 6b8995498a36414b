"use client";

import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";
import { ChoiceLabel } from "./field.tsx";

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
};

/**
 * Turns something on or off immediately. The label is on the left and the switch on the right, so that switches line up
 * in columns.
 */
export function Switch({ checked, onCheckedChange, label, hint, disabled = false, className, ...props }: SwitchProps) {
  const id = useId();
  return (
    <div className={cn("flex base:items-start justify-between base:gap-4", className)}>
      {label && <ChoiceLabel id={id} label={label} hint={hint} className="font-medium" />}
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        data-state={checked ? "checked" : "unchecked"}
        disabled={disabled}
        onClick={() => onCheckedChange(!checked)}
        aria-label={props["aria-label"]}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-well-strong transition-colors duration-150 after:absolute after:-inset-1 disabled:opacity-50 data-[state=checked]:border-accent-fill data-[state=checked]:bg-accent-fill pointer-coarse:after:-inset-3.5"
      >
        <span
          className={cn(
            "block size-3.5 rounded-full transition-transform duration-150",
            checked ? "translate-x-4.5 bg-on-accent" : "translate-x-0.5 bg-edge",
          )}
        />
      </button>
    </div>
  );
}
