"use client";

import { lazy, Suspense, useState } from "react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { createPriceOverride } from "#lib/contract/prices.ts";
import { describeUnpriced, type Unpriced } from "./unpriced.ts";

// Lazy, because few users set prices, once.
const SetPrice = lazy(() => import("./set-price.tsx").then((file) => ({ default: file.SetPrice })));

/** The model's missing prices, their consequence, and a button to set them for users who may. */
export function UnpricedList({ parts }: { parts: readonly Unpriced[] }) {
  const mayChange = usePermission(createPriceOverride);
  const [chosen, setChosen] = useState<Unpriced>();
  if (parts.length === 0) return null;
  return (
    <section aria-label="Unpriced units" className="flex flex-col gap-1 border-t pt-3 first:border-t-0 first:pt-0">
      <ul className="text-sm">
        {parts.map((part) => (
          <li key={keyOf(part)} className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 py-1">
            <StatusChip tone="warn">Unpriced</StatusChip>
            <span className="min-w-0 flex-1">{describeUnpriced(part)}</span>
            {mayChange && (
              <Button size="small" onClick={() => setChosen(part)}>
                Set a price
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="text-muted text-xs">
        No source lists a price for this. Requests that use it are rejected, unless the operator allows unpriced
        requests.{mayChange ? "" : " An owner or admin can set a price."}
      </p>
      {chosen && (
        <Suspense>
          <SetPrice key={keyOf(chosen)} part={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function keyOf({ endpoint, unit, variant }: Unpriced): string {
  return `${endpoint} ${unit} ${variant}`;
}
