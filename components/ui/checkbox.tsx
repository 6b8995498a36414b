"use client";

import { Check, Minus } from "lucide-react";
import * as Primitive from "radix-ui/checkbox";
import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";

type CheckboxProps = {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  /** The words beside the box; give `aria-label` instead where a row names it. */
  label?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
};

/** A choice that takes effect when the form is saved. For one that acts at once, use Switch. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  hint,
  disabled = false,
  className,
  ...props
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn("flex items-start gap-2", className)}>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        aria-label={props["aria-label"]}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative flex size-4 shrink-0 items-center justify-center rounded-sm border border-edge bg-raised after:absolute after:-inset-1.5 disabled:opacity-50 data-[state=checked]:border-accent-fill data-[state=indeterminate]:border-accent-fill data-[state=checked]:bg-accent-fill data-[state=indeterminate]:bg-accent-fill pointer-coarse:after:-inset-3.5"
      >
        <Primitive.Indicator className="text-on-accent">
          {checked === "indeterminate" ? <Minus className="size-3" /> : <Check className="size-3" strokeWidth={3} />}
        </Primitive.Indicator>
      </Primitive.Root>
      {label && (
        <div className="-mt-0.5 flex flex-col">
          <label htmlFor={id} className="text-sm">
            {label}
          </label>
          {hint && (
            <span id={`${id}-hint`} className="text-muted text-xs">
              {hint}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
