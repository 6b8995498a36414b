"use client";

import type { ReactNode } from "react";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { type ImageAbilities, supportsParameter, supportsPixels, valuesOf } from "./image-abilities.ts";
import { CHOICES, type Choice, fittedForm, type ImageForm } from "./image-form.ts";
import type { Problems } from "./image-rules.ts";
import { PartialImagesSetting } from "./partial-images-setting.tsx";

type ImageSettingsProps = {
  form: ImageForm;
  setForm: (change: Partial<ImageForm>) => void;
  abilities: ImageAbilities;
  problems: Problems;
  /** The providers' prices. */
  prices: ReactNode;
};

/** The settings that the model supports, each with its error. */
export function ImageSettings({ form: whole, setForm, abilities, problems, prices }: ImageSettingsProps) {
  const form = fittedForm(whole, abilities);
  const choice = { form, setForm, abilities, problems };
  return (
    <>
      <Field label="Images" hint="1 to 10" error={problems.count}>
        <NumberInput value={form.count} onValueChange={(count) => setForm({ count })} placeholder="1" />
      </Field>
      <ChoiceField {...choice} name="aspect" label="Aspect ratio" />
      <ChoiceField {...choice} name="resolution" label="Resolution" />
      {supportsPixels(abilities) ? (
        <Field label="Size" hint="In pixels, instead of aspect ratio and resolution" error={problems.size}>
          <Input
            mono
            value={form.size}
            onChange={(event) => setForm({ size: event.target.value })}
            placeholder="1536x1024"
          />
        </Field>
      ) : (
        <ChoiceField {...choice} name="size" label="Size" />
      )}
      <ChoiceField {...choice} name="quality" label="Quality" />
      <ChoiceField {...choice} name="background" label="Background" />
      <ChoiceField {...choice} name="format" label="Format" />
      {supportsParameter(abilities, "output_compression") && (
        <Field
          label="Compression"
          hint="0 to 100, for webp and jpeg. Higher means better quality and a larger file."
          error={problems.compression}
        >
          <NumberInput
            value={form.compression}
            onValueChange={(compression) => setForm({ compression })}
            placeholder="auto"
          />
        </Field>
      )}
      {supportsParameter(abilities, "seed") && (
        <Field label="Seed" hint="The same seed requests the same image." error={problems.seed}>
          <NumberInput value={form.seed} onValueChange={(seed) => setForm({ seed })} placeholder="auto" />
        </Field>
      )}
      {abilities.supports_streaming && (
        <PartialImagesSetting form={form} setForm={setForm} problem={problems.partials} />
      )}
      {prices}
    </>
  );
}

/** In a row, they are as wide as the settings. */
const MOST_LETTERS = 24;

type ChoiceFieldProps = Omit<ImageSettingsProps, "prices"> & { name: Choice; label: string };

/** A few values are shown side by side, more in a list; nothing if there is no choice. */
function ChoiceField({ form, setForm, abilities, problems, name, label }: ChoiceFieldProps) {
  const values = valuesOf(abilities, CHOICES[name]);
  if (values.length === 0) return null;
  const options = [{ value: "", label: "auto" }, ...values.map((value) => ({ value, label: value }))];
  const letters = options.reduce((sum, option) => sum + option.label.length, 0);
  const isShort = options.length <= 5 && letters <= MOST_LETTERS;
  const change = (value: string) => setForm({ [name]: value });
  return (
    <Field label={label} error={problems[name]}>
      {isShort ? (
        <SegmentedControl size="small" options={options} value={form[name]} onValueChange={change} />
      ) : (
        <Select options={options} value={form[name]} onValueChange={change} />
      )}
    </Field>
  );
}
