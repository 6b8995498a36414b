"use client";

import { Field } from "#components/ui/forms/field.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import type { ImageForm } from "./image-form.ts";

type UnfinishedSettingProps = {
  form: ImageForm;
  setForm: (change: Partial<ImageForm>) => void;
  problem: string | undefined;
};

/** Whether the response streams partial images. */
export function PartialImagesSetting({ form, setForm, problem }: UnfinishedSettingProps) {
  return (
    <>
      <Switch
        checked={form.unfinished}
        onCheckedChange={(unfinished) => setForm({ unfinished })}
        label="Stream partial images"
        hint="Shows the image as it is generated, if the provider supports it"
      />
      {form.unfinished && (
        <Field label="Partial images" hint="1 to 3 per image. Some providers charge for them." error={problem}>
          <NumberInput value={form.partials} onValueChange={(partials) => setForm({ partials })} placeholder="2" />
        </Field>
      )}
    </>
  );
}
