"use client";

import { cn } from "#lib/cn.ts";
import { useField } from "./field.tsx";
import { CONTROL } from "./input.tsx";

type Option<Value extends string> = { value: Value; label: string; hint?: string; disabled?: boolean };

type SelectProps<Value extends string> = {
  options: readonly Option<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  disabled?: boolean;
  size?: "small" | "medium";
  className?: string;
  id?: string;
  name?: string;
  "aria-label"?: string;
};

/**
 * Selects one of a few values with the browser's native list: its keyboard and touch support, no script. For more than
 * about fifteen values, use Combobox.
 */
export function Select<Value extends string>({ options, value, onValueChange, ...props }: SelectProps<Value>) {
  return (
    <select
      {...useField(props)}
      name={props.name}
      aria-label={props["aria-label"]}
      disabled={props.disabled}
      value={value ?? ""}
      onChange={(event) => onValueChange(event.target.value as Value)}
      className={cn(
        CONTROL,
        "select pr-7 pl-2.5 hover:bg-well pointer-coarse:h-11",
        props.size === "small" ? "h-7 text-xs" : "h-8",
        props.className,
      )}
    >
      {value === undefined && (
        <option value="" disabled>
          {props.placeholder ?? "Choose"}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.hint ? `${option.label} (${option.hint})` : option.label}
        </option>
      ))}
    </select>
  );
}
