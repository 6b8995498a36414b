"use client";

import { useEffect } from "react";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { RANGES, type RangeName } from "./time-range.ts";
import { useTimeRange } from "./use-time-range.ts";

/** The time ranges that end now. */
export function RangeChoice() {
  const { name, choose } = useTimeRange();
  return (
    <SegmentedControl<RangeName>
      aria-label="Time range"
      size="small"
      options={RANGES.map(({ value, label }) => ({ value, label }))}
      value={name}
      onValueChange={(next) => next !== "custom" && choose(next)}
    />
  );
}

/** The time zone: the reader's choice, and in the address, so that a shared link shows the same times. */
export function ZoneSwitch() {
  const [zone, setZone] = usePreference("zone");
  const [zoneInAddress, setZoneInAddress] = useQueryState("zone", parseAsStringLiteral(["local", "utc"]));
  useEffect(() => {
    if (zoneInAddress) setZone(zoneInAddress);
  }, [zoneInAddress, setZone]);
  return (
    <SegmentedControl
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
