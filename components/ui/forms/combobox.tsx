"use client";

import { ChevronsUpDown, X } from "lucide-react";
import { useState } from "react";
import { cn } from "#lib/cn.ts";
import { ButtonWithLayer } from "../overlays/button-with-layer.tsx";
import { lazyLayer } from "../overlays/lazy-layer.tsx";
import { popoverLayer } from "../overlays/popover-box.tsx";
import type { ComboboxOption } from "./combobox-layer.tsx";
import { useField } from "./field.tsx";
import { CONTROL } from "./input.tsx";

type Shared = {
  options: readonly ComboboxOption[];
  placeholder?: string;
  /** Shown if nothing matches the search. */
  empty?: string;
  /** Searches the options remotely; must be stable, as from `useState`. Without it, the given options are searched. */
  onSearch?: (text: string) => void;
  /** Shown below the options: how many more there are. */
  note?: string | undefined;
  disabled?: boolean;
  className?: string;
  id?: string;
  "aria-label"?: string;
};

/** For remote search: labels of selected values that are not among the options. */
type Known = { known?: readonly ComboboxOption[] };

type ComboboxProps = Shared & Known & { value: string | undefined; onValueChange: (value: string) => void };

/** Selects one of many values, with search. */
export function Combobox({ value, onValueChange, known = [], ...props }: ComboboxProps) {
  const chosen = [...props.options, ...known].find((option) => option.value === value);
  return (
    <Picker
      {...props}
      chosen={value === undefined ? [] : [value]}
      onChoose={onValueChange}
      closeOnChoose
      shown={chosen?.label ?? value}
    />
  );
}

type ComboboxManyProps = Shared & Known & { values: readonly string[]; onValuesChange: (values: string[]) => void };

/** Selects several of many values; the selected ones are shown above as chips that can be removed. */
export function ComboboxMany({ values, onValuesChange, known = [], ...props }: ComboboxManyProps) {
  const toggle = (value: string) =>
    onValuesChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
  const named = [...props.options, ...known];
  const label = (value: string) => named.find((option) => option.value === value)?.label ?? value;
  return (
    <div className="flex flex-col gap-1.5">
      <Picker
        {...props}
        chosen={values}
        onChoose={toggle}
        shown={values.length ? `${values.length} selected` : undefined}
      />
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {values.map((value) => (
            <li key={value} className="flex h-6 items-center rounded-sm border border-line-strong bg-well pl-2 text-xs">
              {label(value)}
              <button
                type="button"
                aria-label={`Remove ${label(value)}`}
                onClick={() => toggle(value)}
                className="flex size-6 items-center justify-center text-muted hover:text-ink"
              >
                <X className="size-3" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type PickerProps = Shared & {
  chosen: readonly string[];
  onChoose: (value: string) => void;
  shown: string | undefined;
  closeOnChoose?: boolean;
};

const layer = lazyLayer(() => import("./combobox-layer.tsx").then(({ ComboboxLayer }) => ComboboxLayer), popoverLayer);

function Picker({ chosen, onChoose, shown, closeOnChoose = false, ...props }: PickerProps) {
  const [open, setOpen] = useState(false);
  const choose = (value: string) => {
    onChoose(value);
    if (closeOnChoose) setOpen(false);
  };
  const label = props["aria-label"] ?? "Choose";
  const text = shown ?? props.placeholder ?? "Choose";
  return (
    <ButtonWithLayer
      kind="dialog"
      open={open}
      onOpenChange={setOpen}
      layer={layer}
      layerProps={{
        label,
        options: props.options,
        chosen,
        onChoose: choose,
        empty: props.empty,
        onSearch: props.onSearch,
        note: props.note,
      }}
      trigger={
        <button
          type="button"
          {...useField(props)}
          aria-label={props["aria-label"] && nameWith(props["aria-label"], text)}
          disabled={props.disabled}
          className={cn(
            CONTROL,
            "flex h-8 items-center justify-between gap-2 px-2.5 text-left hover:bg-well pointer-coarse:h-11",
            props.className,
          )}
        >
          <span className={cn("truncate", !shown && "text-faint")}>{text}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-muted" aria-hidden />
        </button>
      }
    />
  );
}

/** Speech input users say what they see, so the accessible name must include it. */
function nameWith(label: string, text: string): string {
  return label.includes(text) ? label : `${label}: ${text}`;
}
