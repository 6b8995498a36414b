"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Combobox } from "#components/ui/forms/combobox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { PanelProps } from "./panel-props.ts";

const MOST_DESCRIPTION = 500;
const NEAR_END = 400;

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

/** Name, slug, description and time zone. */
export function GeneralPanel({ form, draft, slugBefore }: PanelProps & { slugBefore: string }) {
  const length = draft.description?.length ?? 0;
  return (
    <div id="general">
      <Panel title="General">
        <div className="flex flex-col gap-4">
          <FormField form={form} name="name" label="Name" required>
            {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
          </FormField>
          <FormField
            form={form}
            name="slug"
            label="Slug"
            required
            hint={
              draft.slug === slugBefore
                ? `Used in URLs: /w/${draft.slug}`
                : `URLs with /w/${slugBefore} and requests that name ${slugBefore} stop working when you save.`
            }
          >
            {(field) => <Input {...field} mono maxLength={50} autoComplete="off" spellCheck={false} />}
          </FormField>
          <FormField
            form={form}
            name="description"
            label="Description"
            aside={length > NEAR_END ? `${length} of ${MOST_DESCRIPTION}` : "optional"}
          >
            {({ value, ...field }) => <Textarea {...field} value={value ?? ""} rows={2} maxLength={MOST_DESCRIPTION} />}
          </FormField>
          <FormField
            form={form}
            name="time_zone"
            label="Time zone"
            hint="Budgets and member caps reset at midnight here"
          >
            {({ onChange, ...field }) => (
              <Combobox {...field} options={ZONES} onValueChange={onChange} empty="No such time zone" />
            )}
          </FormField>
        </div>
      </Panel>
    </div>
  );
}
