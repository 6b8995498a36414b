"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { Slider } from "#components/ui/forms/slider.tsx";
import { formatCount } from "#lib/format.ts";
import { LoggedKeys } from "./logged-keys.tsx";
import type { PanelProps } from "./panel-props.ts";
import type { Workspace } from "./settings-draft.ts";

/** A fieldset does not disable a slider. */
type LoggingPanelProps = PanelProps & { workspace: Workspace; readOnly: boolean };

/** Content storage for requests. */
export function LoggingPanel({ draft, set, problems, workspace, readOnly }: LoggingPanelProps) {
  const keeps = draft.is_observability_io_logging_enabled;
  return (
    <div id="logging">
      <Panel title="Logging" description="The model, tokens, cost and timing of every request are always recorded.">
        <div className="flex flex-col gap-4">
          <Checkbox
            checked={keeps}
            onCheckedChange={(checked) => set({ is_observability_io_logging_enabled: checked })}
            label="Store prompts and responses"
            hint={`Text requests and video prompts, for ${formatCount(workspace.io_logging_retention_days)} days, up to 256 kB each for request and response. Redacted content stays redacted. Requests with zero data retention are not stored.`}
          />
          {workspace.is_observability_io_logging_enabled && !keeps && (
            <p className="ml-6 text-muted text-xs">Content already stored is kept until it expires.</p>
          )}
          {keeps && (
            <div className="ml-6 flex flex-col gap-4 border-l pl-4">
              <div className="flex flex-col gap-1">
                <Slider
                  label="Share of requests (%)"
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
                    {problems.io_logging_sampling_rate}
                  </p>
                )}
              </div>
              <Checkbox
                checked={draft.io_logging_keeps_failed_requests}
                onCheckedChange={(checked) => set({ io_logging_keeps_failed_requests: checked })}
                label="Always store failed requests"
                hint="Even if they fall outside the share above. Applies only to the keys below."
              />
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
            label="Send requests to the workspace's destinations"
            hint="If off, destinations receive nothing."
          />
          <Checkbox
            checked={draft.is_data_discount_logging_enabled}
            onCheckedChange={(checked) => set({ is_data_discount_logging_enabled: checked })}
            label="Allow data logging for a discount"
            hint="Stored for API compatibility. This gateway gives no discount and shares no data."
          />
        </div>
      </Panel>
    </div>
  );
}

function shareOf(percent: number | null): string {
  if (percent === null || percent <= 0) return "";
  if (percent >= 100) return "Every request";
  return `About 1 in ${formatCount(Math.round(100 / percent))} requests`;
}
