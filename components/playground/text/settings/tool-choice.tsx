"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import type { Settings } from "./settings.ts";

type Choice = Settings["toolChoice"];

const OPTIONS: readonly { value: Choice; label: string }[] = [
  { value: "auto", label: "auto" },
  { value: "required", label: "required" },
  { value: "none", label: "none" },
];

/** Whether the model may, must or must not call a tool. */
export function ToolChoice({ value, onChange }: { value: Choice; onChange: (value: Choice) => void }) {
  return (
    <Field label="Tool choice">
      <SegmentedControl size="small" options={OPTIONS} value={value} onValueChange={onChange} />
    </Field>
  );
}
