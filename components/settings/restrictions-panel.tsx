"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { ComboboxMany } from "#components/ui/forms/combobox.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { RESTRICTABLE_TOOLS } from "#lib/contract/server-tools.ts";
import type { LeakPolicy } from "#lib/keys/leak-states.ts";
import type { PanelProps } from "./panel-props.ts";

const TOOL_OPTIONS = RESTRICTABLE_TOOLS.map((name) => ({ value: name, label: name }));

const POLICIES: { value: LeakPolicy; label: string }[] = [
  { value: "pause", label: "Disable it until an administrator enables it" },
  { value: "revoke", label: "Revoke it" },
  { value: "notify", label: "Only notify" },
];

/** What ordinary keys must not do here. */
export function RestrictionsPanel({ draft, set }: PanelProps) {
  return (
    <div id="restrictions">
      <Panel title="Restrictions" description="What keys cannot do, and what happens when one leaks">
        <div className="flex flex-col gap-4">
          <Checkbox
            checked={draft.uploads_need_management_key}
            onCheckedChange={(checked) => set({ uploads_need_management_key: checked })}
            label="Only management keys can upload files"
            hint="Requests can still reference existing files."
          />
          <Checkbox
            checked={draft.images_need_management_key}
            onCheckedChange={(checked) => set({ images_need_management_key: checked })}
            label="Only management keys can generate images"
            hint="Applies to the images endpoint. Text requests are not affected."
          />
          <Field
            label="When a key is reported as leaked"
            hint="Its owner and the administrators are notified. A revoked key can only be replaced."
          >
            <Select
              options={POLICIES}
              value={draft.leaked_key_policy}
              onValueChange={(policy) => set({ leaked_key_policy: policy as LeakPolicy })}
            />
          </Field>
          <Field label="Disabled server tools" hint="Requests that offer one of them to a model are rejected.">
            <ComboboxMany
              aria-label="Disabled server tools"
              options={TOOL_OPTIONS}
              values={draft.disabled_server_tools ?? []}
              onValuesChange={(tools) => set({ disabled_server_tools: tools.length > 0 ? tools : null })}
              placeholder="Choose tools"
            />
          </Field>
        </div>
      </Panel>
    </div>
  );
}
