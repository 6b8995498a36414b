"use client";

import * as Primitive from "radix-ui/radio-group";
import type { ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { useFieldLabelId } from "./field.tsx";

type SegmentedProps<Value extends string> = {
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  value: Value;
  onValueChange: (value: Value) => void;
  size?: "small" | "medium";
  className?: string;
  /** Needed where no Field names the group. */
  "aria-label"?: string;
};

/** One of two to five short choices, all visible: a radio group in one strip. */
export function Segmented<Value extends string>({ options, value, onValueChange, ...props }: SegmentedProps<Value>) {
  const labelId = useFieldLabelId();
  return (
    <Primitive.Root
      value={value}
      onValueChange={(chosen) => onValueChange(chosen as Value)}
      orientation="horizontal"
      aria-label={props["aria-label"]}
      aria-labelledby={props["aria-label"] ? undefined : labelId}
      className={cn("inline-flex w-fit rounded-md border border-line-strong bg-well p-0.5", props.className)}
    >
      {options.map((option) => (
        <Primitive.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={cn(
            "inline-flex items-center gap-1.5 rounded-sm px-2.5 text-muted hover:text-ink disabled:opacity-50 data-[state=checked]:bg-raised data-[state=checked]:font-medium data-[state=checked]:text-ink data-[state=checked]:ring-1 data-[state=checked]:ring-line-strong pointer-coarse:min-h-11 [&_svg]:size-3.5",
            props.size === "small" ? "h-6 text-xs" : "h-7 text-sm",
          )}
        >
          {option.label}
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
