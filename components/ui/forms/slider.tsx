"use client";

import { useId } from "react";
import { cn } from "#lib/cn.ts";
import { NumberInput } from "./number-input.tsx";

type SliderProps = {
  label: string;
  /** null means not set: the thumb is dimmed and the number is empty. */
  value: number | null;
  /** Position of the thumb while nothing is set; default `min`. */
  rest?: number | undefined;
  onValueChange: (value: number | null) => void;
  min: number;
  max: number;
  step: number;
  hint?: string;
  disabled?: boolean;
  className?: string;
};

/** As wide as `w-2.5`. */
const THUMB_PIXELS = 10;

/** A number on a scale that can be dragged, changed with the arrow keys, or typed. */
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
  const resting = value ?? rest ?? min;
  const share = Math.min(1, Math.max(0, (resting - min) / (max - min)));
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
      <div className="relative flex h-6 items-center pointer-coarse:h-11">
        <input
          type="range"
          aria-label={label}
          aria-valuetext={value === null ? "auto" : undefined}
          min={min}
          max={max}
          step={step}
          value={resting}
          disabled={disabled}
          onChange={(event) => onValueChange(event.target.valueAsNumber)}
          className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <div className="h-1 w-full rounded-full bg-well-strong ring-1 ring-edge/50 forced-colors:bg-[CanvasText]">
          <div
            style={{ width: `${share * 100}%` }}
            className={cn("h-full rounded-full bg-accent", value === null && "invisible")}
          />
        </div>
        <div
          style={{ left: `calc(${share} * (100% - ${THUMB_PIXELS}px))` }}
          className={cn(
            "absolute h-4 w-2.5 rounded-sm border-2 bg-raised outline-accent outline-offset-2 peer-focus-visible:outline-2",
            value === null ? "border-edge" : "border-accent",
          )}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
