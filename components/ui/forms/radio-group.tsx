"use client";

import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";
import { ChoiceLabel, useFieldLabelId } from "./field.tsx";

type RadioGroupProps<Value extends string> = {
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  className?: string;
  "aria-label"?: string;
};

/** Selects one of a few options that each need a sentence. */
export function RadioGroup<Value extends string>({ options, value, onValueChange, ...props }: RadioGroupProps<Value>) {
  const id = useId();
  const labelId = useFieldLabelId();
  return (
    <div
      role="radiogroup"
      aria-label={props["aria-label"]}
      aria-labelledby={props["aria-label"] ? undefined : labelId}
      className={cn("flex flex-col gap-2.5", props.className)}
    >
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-2">
          <span className="relative mt-0.5 flex shrink-0">
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={id}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
              className="peer absolute -inset-1.5 size-7 cursor-pointer opacity-0 disabled:cursor-default pointer-coarse:-inset-3.5 pointer-coarse:size-11"
            />
            <span
              data-state={option.value === value ? "checked" : "unchecked"}
              className="flex size-4 items-center justify-center rounded-full border border-edge bg-raised outline-accent outline-offset-2 peer-checked:border-accent peer-focus-visible:outline-2 peer-disabled:opacity-50"
            >
              {option.value === value && <span className="size-2 rounded-full bg-accent" />}
            </span>
          </span>
          <ChoiceLabel id={`${id}-${option.value}`} label={option.label} hint={option.hint} />
        </div>
      ))}
    </div>
  );
}
