"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { DefaultModel } from "./default-model.tsx";
import type { PanelProps } from "./panel-props.ts";
import type { ProviderSort } from "./settings-draft.ts";

const BALANCED = "balanced";
const SORTS = [
  { value: BALANCED, label: "Balanced: price and health" },
  { value: "price", label: "Lowest price first" },
  { value: "throughput", label: "Highest throughput first" },
  { value: "latency", label: "Lowest latency first" },
  { value: "exacto", label: "Fewest failures in the last 30 minutes first" },
] as const;

/** Defaults for requests that omit a setting. */
export function DefaultsPanel({ draft, set, problems }: PanelProps) {
  return (
    <div id="defaults">
      <Panel title="Defaults" description="Used when a request does not specify them">
        <div className="flex flex-col gap-4">
          <DefaultModel
            label="Text model"
            output="text"
            value={draft.default_text_model}
            onChange={(model) => set({ default_text_model: model })}
            problem={problems.default_text_model}
          />
          <DefaultModel
            label="Image model"
            output="image"
            value={draft.default_image_model}
            onChange={(model) => set({ default_image_model: model })}
            problem={problems.default_image_model}
          />
          <Field label="Provider order" error={problems.default_provider_sort}>
            <Select
              options={SORTS}
              value={draft.default_provider_sort ?? BALANCED}
              onValueChange={(sort) =>
                set({ default_provider_sort: sort === BALANCED ? null : (sort as ProviderSort) })
              }
            />
          </Field>
        </div>
      </Panel>
    </div>
  );
}
