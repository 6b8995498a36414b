"use client";

import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";
import { useFieldLabelId } from "./field.tsx";

type SegmentedControlProps<Value extends string> = {
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  value: Value;
  onValueChange: (value: Value) => void;
  size?: "small" | "medium";
  className?: string;
  /** Required if no Field names the group. */
  "aria-label"?: string;
};

/** Selects one of two to five short options, all visible: a radio group in one row. */
export function SegmentedControl<Value extends string>({
  options,
  value,
  onValueChange,
  ...props
}: SegmentedControlProps<Value>) {
  const labelId = useFieldLabelId();
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props["aria-label"]}
      aria-labelledby={props["aria-label"] ? undefined : labelId}
      className={cn("inline-flex w-fit rounded-md border border-line-strong bg-well p-0.5", props.className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          data-state={option.value === value ? "checked" : "unchecked"}
          className={cn(
            "relative inline-flex items-center gap-1.5 rounded-sm px-2.5 text-muted outline-accent outline-offset-2 hover:text-ink has-focus-visible:outline-2 has-disabled:opacity-50 data-[state=checked]:bg-raised data-[state=checked]:font-medium data-[state=checked]:text-ink data-[state=checked]:ring-1 data-[state=checked]:ring-line-strong pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center [&_svg]:size-3.5",
            props.size === "small" ? "h-6 text-xs" : "h-7 text-sm",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
