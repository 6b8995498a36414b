"use client";

import { Panel } from "#components/ui/display/panel.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import type { System } from "./system.ts";

/** The model endpoints that are currently avoided. */
export function CircuitPanel({ circuits }: { circuits: System["open_circuits"] }) {
  return (
    <Panel
      title="Open circuit breakers"
      description="Five failures in a row open a circuit breaker. The first success closes it."
    >
      {circuits.length === 0 ? (
        <p className="text-muted text-sm">None. All model endpoints are in use.</p>
      ) : (
        <ul className="-my-4 divide-y">
          {circuits.map((circuit, index) => (
            <li
              key={`${circuit.model_endpoint} ${String(index)}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
            >
              <span className="flex min-w-0 items-center gap-2">
                <span className="min-w-0 break-all font-mono text-xs">{circuit.model_endpoint}</span>
                {circuit.own_key && <Badge>BYOK</Badge>}
              </span>
              <span className="text-muted text-xs">
                next attempt <Time value={circuit.tried_again_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
