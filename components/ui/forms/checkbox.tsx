"use client";

import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";
import { ChoiceLabel } from "./field.tsx";

type CheckboxProps = {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  /** The label next to the box; use `aria-label` instead if the row already names it. */
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
      <span className="relative flex shrink-0">
        <input
          ref={(box) => {
            if (box) box.indeterminate = checked === "indeterminate";
          }}
          type="checkbox"
          id={id}
          checked={checked === true}
          disabled={disabled}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-label={props["aria-label"]}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute -inset-1.5 size-7 cursor-pointer opacity-0 disabled:cursor-default pointer-coarse:-inset-3.5 pointer-coarse:size-11"
        />
        <span
          data-state={checked ? "checked" : "unchecked"}
          className="flex size-4 items-center justify-center rounded-sm border border-edge bg-raised text-on-accent outline-accent outline-offset-2 peer-focus-visible:outline-2 peer-disabled:opacity-50 data-[state=checked]:border-accent-fill data-[state=checked]:bg-accent-fill"
        >
          {checked === "indeterminate" && <Minus className="size-3" />}
          {checked === true && <Check className="size-3" strokeWidth={3} />}
        </span>
      </span>
      {label && (
        <div className="-mt-0.5">
          <ChoiceLabel id={id} label={label} hint={hint} />
        </div>
      )}
    </div>
  );
}
