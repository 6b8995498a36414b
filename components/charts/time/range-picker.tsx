"use client";

import { CalendarRange } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Segmented } from "#components/ui/forms/segmented.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { RANGES, type RangeName } from "./time-range.ts";
import { useTimeRange } from "./use-time-range.ts";

/** The time range of a page's charts, stored in its address, and the zone of its times; on phones behind one button. */
export function RangePicker() {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-md:hidden">
        <RangeChoice />
        <CustomRange />
        <ZoneSwitch />
      </div>
      <div className="md:hidden">
        <PhoneRange />
      </div>
    </>
  );
}

function PhoneRange() {
  const { name } = useTimeRange();
  const [zone] = usePreference("zone");
  const [open, setOpen] = useState(false);
  const label = RANGES.find(({ value }) => value === name)?.label ?? "Custom";
  return (
    <Popover
      label="Time range and zone"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={`Time range: ${label}, ${zone === "utc" ? "UTC" : "local time"}`}>
          <CalendarRange aria-hidden />
          {label}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RangeChoice />
        <ZoneSwitch />
        <RangeForm onChosen={() => setOpen(false)} />
      </div>
    </Popover>
  );
}

function RangeChoice() {
  const { name, choose } = useTimeRange();
  return (
    <Segmented<RangeName>
      aria-label="Time range"
      size="small"
      options={RANGES.map(({ value, label }) => ({ value, label }))}
      value={name}
      onValueChange={(next) => next !== "custom" && choose(next)}
    />
  );
}

function CustomRange() {
  const { name } = useTimeRange();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Custom time range"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-pressed={name === "custom"}>
          <CalendarRange aria-hidden />
          Custom
        </Button>
      }
    >
      <RangeForm onChosen={() => setOpen(false)} />
    </Popover>
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

/** The time zone: the reader's choice, and in the address, so that a shared link shows the same times. */
function ZoneSwitch() {
  const [zone, setZone] = usePreference("zone");
  const [zoneInAddress, setZoneInAddress] = useQueryState("zone", parseAsStringLiteral(["local", "utc"]));
  useEffect(() => {
    if (zoneInAddress) setZone(zoneInAddress);
  }, [zoneInAddress, setZone]);
  return (
    <Segmented
      aria-label="Time zone"
      size="small"
      options={[
        { value: "local", label: "Local" },
        { value: "utc", label: "UTC" },
      ]}
      value={zone}
      onValueChange={(next) => {
        setZone(next);
        void setZoneInAddress(next);
      }}
    />
  );
}

/** Formats a time for a datetime-local field. */
function inputValueOf(timeMs: number | undefined, zone: "utc" | "local"): string {
  if (timeMs === undefined) return "";
  const offsetMs = zone === "utc" ? 0 : new Date(timeMs).getTimezoneOffset() * 60_000;
  return new Date(timeMs - offsetMs).toISOString().slice(0, 16);
}
