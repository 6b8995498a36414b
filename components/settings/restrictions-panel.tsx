"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import type { PanelProps } from "./panel-props.ts";

/** What ordinary keys may not do here. */
export function RestrictionsPanel({ draft, set }: PanelProps) {
  return (
    <div id="restrictions">
      <Panel title="Restrictions" description="Ordinary keys are refused with 403 where a box is ticked.">
        <div className="flex flex-col gap-4">
          <Checkbox
            checked={draft.uploads_need_management_key}
            onCheckedChange={(checked) => set({ uploads_need_management_key: checked })}
            label="Only management keys upload files"
            hint="Calls may still name files that are there."
          />
          <Checkbox
            checked={draft.images_need_management_key}
            onCheckedChange={(checked) => set({ images_need_management_key: checked })}
            label="Only management keys generate images"
            hint="The images endpoint; text calls are not affected."
          />
        </div>
      </Panel>
    </div>
  );
}
