"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Slider } from "#components/ui/forms/slider.tsx";
import { formatCount } from "#lib/format.ts";
import { LoggedKeys } from "./logged-keys.tsx";
import type { PanelProps } from "./panel-props.ts";
import type { Workspace } from "./settings-draft.ts";

/** A slider is no control that a fieldset disables. */
type LoggingPanelProps = PanelProps & { workspace: Workspace; readOnly: boolean };

/** What of calls is kept beside their numbers. */
export function LoggingPanel({ draft, set, problems, workspace, readOnly }: LoggingPanelProps) {
  const keeps = draft.is_observability_io_logging_enabled;
  return (
    <div id="logging">
      <Panel title="Logging" description="Models, tokens, costs and times of every call are always kept.">
        <div className="flex flex-col gap-4">
          <Checkbox
            checked={keeps}
            onCheckedChange={(checked) => set({ is_observability_io_logging_enabled: checked })}
            label="Keep prompts and answers"
            hint={`Of text calls, and the prompts of videos, for ${formatCount(workspace.io_logging_retention_days)} days, at most 256 kB of each side. What guardrails redact stays redacted, and a call that asks for zero data retention is not kept.`}
          />
          {workspace.is_observability_io_logging_enabled && !keeps && (
            <p className="ml-6 text-muted text-xs">What has been kept stays until its time is over.</p>
          )}
          {keeps && (
            <div className="ml-6 flex flex-col gap-4 border-l pl-4">
              <div className="flex flex-col gap-1">
                <Slider
                  label="Share of calls, in percent"
                  value={draft.samplingPercent}
                  onValueChange={(samplingPercent) => set({ samplingPercent })}
                  min={1}
                  max={100}
                  step={1}
                  disabled={readOnly}
                  hint={shareOf(draft.samplingPercent)}
                />
                {problems.io_logging_sampling_rate && (
                  <p role="alert" className="text-bad text-xs">
                    Enter 0.01 to 100
                  </p>
                )}
              </div>
              <LoggedKeys
                workspaceId={workspace.id}
                numbers={draft.io_logging_api_key_ids}
                onChange={(numbers) => set({ io_logging_api_key_ids: numbers })}
                problem={problems.io_logging_api_key_ids}
              />
            </div>
          )}
          <Checkbox
            checked={draft.is_observability_broadcast_enabled}
            onCheckedChange={(checked) => set({ is_observability_broadcast_enabled: checked })}
            label="Send calls to the workspace's destinations"
            hint="The choice is stored, but this version sends nothing to destinations yet."
          />
          <Checkbox
            checked={draft.is_data_discount_logging_enabled}
            onCheckedChange={(checked) => set({ is_data_discount_logging_enabled: checked })}
            label="Agree to logging for a discount"
            hint="Kept for clients of the API that set it; this gateway gives no discount and shares nothing for it."
          />
        </div>
      </Panel>
    </div>
  );
}

function shareOf(percent: number | null): string {
  if (percent === null || percent <= 0) return "";
  if (percent >= 100) return "Every call";
  return `About 1 in ${formatCount(Math.round(100 / percent))} calls`;
}
