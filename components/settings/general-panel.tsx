"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Textarea } from "#components/ui/forms/textarea.tsx";
import type { PanelProps } from "./panel-props.ts";

const MOST_DESCRIPTION = 500;
const NEAR_END = 400;

/** Name, slug and description. */
export function GeneralPanel({ draft, set, problems, slugBefore }: PanelProps & { slugBefore: string }) {
  const length = draft.description?.length ?? 0;
  return (
    <div id="general">
      <Panel title="General">
        <div className="flex flex-col gap-4">
          <Field label="Name" required error={problems.name}>
            <Input
              value={draft.name}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field
            label="Slug"
            required
            error={problems.slug}
            hint={
              draft.slug === slugBefore
                ? `Part of the workspace's addresses: /w/${draft.slug}`
                : `Addresses with /w/${slugBefore}, and calls that name ${slugBefore}, stop working when you save.`
            }
          >
            <Input
              mono
              value={draft.slug}
              maxLength={50}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => set({ slug: event.target.value })}
            />
          </Field>
          <Field
            label="Description"
            aside={length > NEAR_END ? `${length} of ${MOST_DESCRIPTION}` : "optional"}
            error={problems.description}
          >
            <Textarea
              rows={2}
              maxLength={MOST_DESCRIPTION}
              value={draft.description ?? ""}
              onChange={(event) => set({ description: event.target.value })}
            />
          </Field>
        </div>
      </Panel>
    </div>
  );
}
