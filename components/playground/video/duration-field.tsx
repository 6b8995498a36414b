"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { durationsText } from "./video-problems.ts";
import type { VideoSettingsProps } from "./video-settings-props.ts";

/** Longer lists are replaced by an input. */
const MOST_LISTED = 4;

/** The duration of the video: chosen from a few, or typed. */
export function DurationField({ form, setForm, facts, problems }: VideoSettingsProps) {
  const lengths = facts?.supported_durations;
  const isListed = lengths && lengths.length > 0 && lengths.length <= MOST_LISTED;
  if (!isListed) {
    return (
      <Field
        label="Duration"
        hint={
          !problems.duration && (lengths ? `The model supports ${durationsText(lengths)} seconds.` : "Whole seconds")
        }
        error={problems.duration}
      >
        <NumberInput
          value={form.duration}
          onValueChange={(duration) => setForm({ duration })}
          placeholder="auto"
          suffix="s"
        />
      </Field>
    );
  }
  // A value set for another model is shown with its error until another is chosen.
  const all = form.duration === null || lengths.includes(form.duration) ? lengths : [...lengths, form.duration];
  return (
    <Field label="Duration" error={problems.duration}>
      <Select
        options={[
          { value: "", label: "auto" },
          ...all.map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` })),
        ]}
        value={form.duration === null ? "" : String(form.duration)}
        onValueChange={(value) => setForm({ duration: value === "" ? null : Number(value) })}
      />
    </Field>
  );
}
