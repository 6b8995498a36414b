"use client";

import * as Primitive from "radix-ui/radio-group";
import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";
import { useFieldLabelId } from "./field.tsx";

type RadioGroupProps<Value extends string> = {
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  className?: string;
  "aria-label"?: string;
};

/** One of a few choices that each need a sentence. */
export function RadioGroup<Value extends string>({ options, value, onValueChange, ...props }: RadioGroupProps<Value>) {
  const id = useId();
  const labelId = useFieldLabelId();
  return (
    <Primitive.Root
      value={value ?? null}
      onValueChange={(chosen) => onValueChange(chosen as Value)}
      aria-label={props["aria-label"]}
      aria-labelledby={props["aria-label"] ? undefined : labelId}
      className={cn("flex flex-col gap-2.5", props.className)}
    >
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-2">
          <Primitive.Item
            id={`${id}-${option.value}`}
            value={option.value}
            disabled={option.disabled ?? false}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            className="relative mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-edge bg-raised after:absolute after:-inset-1.5 disabled:opacity-50 data-[state=checked]:border-accent pointer-coarse:after:-inset-3.5"
          >
            <Primitive.Indicator className="size-2 rounded-full bg-accent" />
          </Primitive.Item>
          <div className="flex flex-col">
            <label htmlFor={`${id}-${option.value}`} className="text-sm">
              {option.label}
            </label>
            {option.hint && (
              <span id={`${id}-${option.value}-hint`} className="text-muted text-xs">
                {option.hint}
              </span>
            )}
          </div>
        </div>
      ))}
    </Primitive.Root>
  );
}
