"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { VIDEO_ASPECT_RATIOS, VIDEO_RESOLUTIONS } from "#lib/contract/videos.ts";
import type { VideoSettingsProps } from "./video-settings-props.ts";

const SIZE_MODES = [
  { value: "resolution", label: "By resolution" },
  { value: "size", label: "By pixels" },
] as const;

/** The size of the video, in one of the API's two ways: never both, which could contradict. */
export function ShapeFields({ form, setForm, facts, problems }: VideoSettingsProps) {
  const sizes = facts?.supported_sizes;
  return (
    <>
      <Field label="Frame size">
        <SegmentedControl
          size="small"
          options={SIZE_MODES}
          value={form.shapedBy}
          onValueChange={(shapedBy) => setForm({ shapedBy })}
        />
      </Field>
      {form.shapedBy === "resolution" && (
        <>
          <Field label="Resolution" error={problems.resolution}>
            <Select
              options={optionsOf(facts?.supported_resolutions ?? VIDEO_RESOLUTIONS, form.resolution)}
              value={form.resolution}
              onValueChange={(resolution) => setForm({ resolution })}
            />
          </Field>
          <Field label="Aspect ratio" error={problems.aspectRatio}>
            <Select
              options={optionsOf(facts?.supported_aspect_ratios ?? VIDEO_ASPECT_RATIOS, form.aspectRatio)}
              value={form.aspectRatio}
              onValueChange={(aspectRatio) => setForm({ aspectRatio })}
            />
          </Field>
        </>
      )}
      {form.shapedBy === "size" && (
        <Field label="Size" hint="Width and height in pixels" error={problems.size}>
          {sizes ? (
            <Select
              options={optionsOf(sizes, form.size)}
              value={form.size}
              onValueChange={(size) => setForm({ size })}
            />
          ) : (
            <Input
              mono
              value={form.size}
              onChange={(event) => setForm({ size: event.target.value.trim() })}
              placeholder="1280x720"
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Returns the choices with "auto" in front; a value set for another model is included, with its error. */
function optionsOf(choices: readonly string[], chosen: string) {
  const all = chosen === "" || choices.includes(chosen) ? choices : [...choices, chosen];
  return [{ value: "", label: "auto" }, ...all.map((value) => ({ value, label: value.replace("x", " × ") }))];
}
