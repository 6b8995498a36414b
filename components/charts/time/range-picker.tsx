"use client";

import { CalendarRange } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { popoverLayer } from "#components/ui/overlays/popover-box.tsx";
import { RangeChoice, ZoneSwitch } from "./range-choice.tsx";
import { RANGES } from "./time-range.ts";
import { useTimeRange } from "./use-time-range.ts";

const customRange = lazyLayer(
  () => import("./range-layers.tsx").then(({ CustomRangeLayer }) => CustomRangeLayer),
  popoverLayer,
);
const phoneRange = lazyLayer(
  () => import("./range-layers.tsx").then(({ PhoneRangeLayer }) => PhoneRangeLayer),
  popoverLayer,
);

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
  const label = RANGES.find(({ value }) => value === name)?.label ?? "Custom";
  return (
    <ButtonWithLayer
      kind="dialog"
      layer={phoneRange}
      layerProps={{}}
      trigger={
        <Button size="small" aria-label={`Time range: ${label}, ${zone === "utc" ? "UTC" : "local time"}`}>
          <CalendarRange aria-hidden />
          {label}
        </Button>
      }
    />
  );
}

function CustomRange() {
  const { name } = useTimeRange();
  return (
    <ButtonWithLayer
      kind="dialog"
      layer={customRange}
      layerProps={{}}
      trigger={
        <Button size="small" aria-pressed={name === "custom"}>
          <CalendarRange aria-hidden />
          Custom
        </Button>
      }
    />
  );
}
