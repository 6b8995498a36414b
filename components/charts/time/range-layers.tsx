"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { PopoverBox } from "#components/ui/overlays/popover-box.tsx";
import { RangeChoice, ZoneSwitch } from "./range-choice.tsx";
import { useTimeRange } from "./use-time-range.ts";

/** The layer of a range with any start and end; `RangePicker` loads it. */
export function CustomRangeLayer(layer: AnchoredLayer) {
  return (
    <PopoverBox {...layer} label="Custom time range" align="end">
      <RangeForm onChosen={() => layer.onOpenChange(false)} />
    </PopoverBox>
  );
}

/** On phones, the layer of all choices; `RangePicker` loads it. */
export function PhoneRangeLayer(layer: AnchoredLayer) {
  return (
    <PopoverBox {...layer} label="Time range and zone" align="end">
      <div className="flex flex-col gap-4">
        <RangeChoice />
        <ZoneSwitch />
        <RangeForm onChosen={() => layer.onOpenChange(false)} />
      </div>
    </PopoverBox>
  );
}

function RangeForm({ onChosen }: { onChosen: () => void }) {
  const { range, chooseCustom } = useTimeRange();
  const [zone] = usePreference("zone");
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const suffix = zone === "utc" ? "Z" : "";
    const [from, to] = ["from", "to"].map((field) => new Date(`${form.get(field)}${suffix}`)) as [Date, Date];
    if (!(from < to)) return setProblem("The end must be after the start.");
    setProblem(undefined);
    onChosen();
    chooseCustom(from, to);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={`From (${zone === "utc" ? "UTC" : "local time"})`}>
        <Input type="datetime-local" name="from" required defaultValue={inputValueOf(range?.from, zone)} />
      </Field>
      <Field label="To" {...(problem && { error: problem })}>
        <Input type="datetime-local" name="to" required defaultValue={inputValueOf(range?.to, zone)} />
      </Field>
      <Button type="submit" variant="filled">
        Show range
      </Button>
    </form>
  );
}

/** Formats a time for a datetime-local field. */
function inputValueOf(timeMs: number | undefined, zone: "utc" | "local"): string {
  if (timeMs === undefined) return "";
  const offsetMs = zone === "utc" ? 0 : new Date(timeMs).getTimezoneOffset() * 60_000;
  return new Date(timeMs - offsetMs).toISOString().slice(0, 16);
}
