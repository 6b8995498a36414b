"use client";

import { Time } from "#components/ui/display/time.tsx";
import { LiveChip, textOf } from "./live-state.tsx";
import { usePools } from "./use-pools.ts";

/** What one provider key does now: requests in flight, its last error, and the limits of each model. */
export function LiveModels({ id }: { id: string }) {
  const live = usePools().liveOf(id);
  if (!live || live.state === "disabled" || live.state === "unreadable") return null;
  return (
    <section aria-label="Now" className="flex flex-col gap-2 border-t pt-4 text-sm">
      <h3 className="font-medium">
        Now <span className="font-normal text-muted text-xs">in the server process that responded</span>
      </h3>
      <p className="text-muted">
        {live.in_flight} in flight, weight {live.weight}, tier {live.tier}.{" "}
        {live.last_error && (
          <>
            Last error: {live.last_error.type} ({live.last_error.status}), <Time value={live.last_error.at} />.
          </>
        )}
      </p>
      {live.models.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {live.models.map((model) => (
            <li key={model.model_endpoint} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 break-all font-mono text-xs">{model.model_endpoint}</span>
              <LiveChip state={model.state} available_at={model.available_at} />
              <span className="text-muted text-xs tabular-nums">
                {model.limits.length === 0 ? (
                  "no limits reported"
                ) : (
                  <>
                    {model.limits.map(textOf).join(", ")}, <Time value={model.reported_at} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
