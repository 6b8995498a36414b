"use client";

import * as Primitive from "radix-ui/slider";
import { useId } from "react";
import { cn } from "#lib/cn.ts";
import { NumberInput } from "./number-input.tsx";

type SliderProps = {
  label: string;
  /** null is "not set": the thumb rests, paled, and the number is empty. */
  value: number | null;
  /** Where the thumb rests while nothing is set; at `min` if absent. */
  rest?: number | undefined;
  onValueChange: (value: number | null) => void;
  min: number;
  max: number;
  step: number;
  hint?: string;
  disabled?: boolean;
  className?: string;
};

/** A number on a scale, to be dragged, stepped with the keys, or typed. */
export function Slider({
  label,
  value,
  rest,
  onValueChange,
  min,
  max,
  step,
  hint,
  disabled = false,
  className,
}: SliderProps) {
  const id = useId();
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <NumberInput
          id={id}
          value={value}
          onValueChange={onValueChange}
          disabled={disabled}
          placeholder="auto"
          {...(hint ? { "aria-describedby": `${id}-hint` } : {})}
          className="w-20"
        />
      </div>
      <Primitive.Root
        value={[value ?? rest ?? min]}
        onValueChange={([next]) => onValueChange(next ?? null)}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        className="relative flex h-6 touch-none select-none items-center pointer-coarse:h-11"
      >
        <Primitive.Track className="relative h-1 grow rounded-full bg-well-strong ring-1 ring-edge/50 forced-colors:bg-[CanvasText]">
          <Primitive.Range className={cn("absolute h-full rounded-full bg-accent", value === null && "invisible")} />
        </Primitive.Track>
        <Primitive.Thumb
          aria-label={label}
          {...(value === null ? { "aria-valuetext": "auto" } : {})}
          className={cn(
            "relative block h-4 w-2.5 rounded-sm border-2 bg-raised after:absolute after:-inset-2",
            value === null ? "border-edge" : "border-accent",
          )}
        />
      </Primitive.Root>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
