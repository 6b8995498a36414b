"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import type { PanelProps } from "./panel-props.ts";

/** What ordinary keys may not do here. */
export function RestrictionsPanel({ draft, set }: PanelProps) {
  return (
    <div id="restrictions">
      <Panel title="Restrictions" description="Other keys get a 403 error for what is checked here.">
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
        </div>
      </Panel>
    </div>
  );
}
