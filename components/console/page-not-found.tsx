"use client";

import { lazy, Suspense } from "react";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

const Content = lazy(() =>
  import("./page-not-found-content.tsx").then((file) => ({ default: file.PageNotFoundContent })),
);

/** An unknown address of the console. Every page loads this file, so what it shows is loaded when it is shown. */
export function PageNotFound() {
  return (
    <Suspense
      fallback={
        <Loading label="the page" className="py-8">
          <Skeleton className="h-6 w-40" />
        </Loading>
      }
    >
      <Content />
    </Suspense>
  );
}
