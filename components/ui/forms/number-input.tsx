"use client";

import { type ComponentProps, useState } from "react";
import { cn } from "#lib/cn.ts";
import { useField } from "./field.tsx";
import { CONTROL } from "./input.tsx";

type NumberInputProps = Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "prefix"> & {
  /** null is "not set", which is not 0. */
  value: number | null;
  onValueChange: (value: number | null) => void;
  /** Unit before ("$") or after ("ms") the number. */
  prefix?: string;
  suffix?: string;
};

/**
 * A number that may be unset. Text that is not a number is reported as null, never as 0; in a form, whose fields have
 * names, as NaN, which every schema rejects: a typo in a limit must not mean "no limit".
 */
export function NumberInput({ value, onValueChange, prefix, suffix, className, ...props }: NumberInputProps) {
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? (value === null || Number.isNaN(value) ? "" : String(value));
  const parse = (text: string) => numberIn(text, props.name === undefined ? null : Number.NaN);
  const change = (text: string) => {
    setDraft(text);
    onValueChange(parse(text));
  };
  return (
    <div className={cn("relative flex items-center", className)}>
      {prefix && <span className="pointer-events-none absolute left-2.5 text-muted text-sm">{prefix}</span>}
      <input
        {...props}
        {...useField(props)}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        onChange={(event) => change(event.target.value)}
        onBlur={(event) => {
          if (parse(event.target.value) === value) setDraft(undefined);
          props.onBlur?.(event);
        }}
        className={cn(CONTROL, "h-8 pointer-coarse:h-11", prefix ? "pl-6" : "pl-2.5", suffix ? "pr-10" : "pr-2.5")}
      />
      {suffix && <span className="pointer-events-none absolute right-2.5 text-muted text-sm">{suffix}</span>}
    </div>
  );
}

function numberIn(text: string, otherwise: number | null): number | null {
  const trimmed = text.trim().replaceAll(",", "");
  if (trimmed === "") return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : otherwise;
}
