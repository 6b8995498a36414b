"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { PanelBoundary } from "#components/ui/feedback/panel-boundary.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import type { Trial } from "./trial.ts";

const TrialForm = lazy(() => import("./trial-form.tsx").then((file) => ({ default: file.TrialForm })));

/** Sends a request to the endpoint from its page. Its code is loaded when it is opened. */
export function TryIt({ trial }: { trial: Trial }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="try-heading" className="rounded-lg border bg-panel">
      <header className="flex min-h-11 items-center justify-between gap-3 py-1 pr-1.5 pl-3">
        <h2 id="try-heading" className="font-medium text-base">
          Try it
        </h2>
        <Button size="small" aria-expanded={open} aria-controls="try-panel" onClick={() => setOpen(!open)}>
          {open ? "Close" : "Edit and send a request"}
        </Button>
      </header>
      <div id="try-panel" hidden={!open}>
        {open && (
          <PanelBoundary name="Try it">
            <Suspense fallback={<FormSkeleton />}>
              <TrialForm trial={trial} />
            </Suspense>
          </PanelBoundary>
        )}
      </div>
    </section>
  );
}

function FormSkeleton() {
  return (
    <Loading label="the request" className="flex flex-col gap-3 border-t p-3">
      <Skeleton className="h-8" />
      <Skeleton className="h-40" />
    </Loading>
  );
}
