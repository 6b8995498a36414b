"use client";

import { type ComponentType, createContext, use } from "react";
import type { PageErrorProps } from "./page-error.tsx";

/** What is shown in place of a page that failed. */
export const PageErrorContext = createContext<ComponentType<PageErrorProps> | undefined>(undefined);

/**
 * Shows the error of a page with what the root layout has loaded. An `error.tsx` that imported the component itself
 * would load second copies of the modules that it shares with the page.
 */
export function PageErrorOutlet(props: PageErrorProps) {
  const PageError = use(PageErrorContext);
  return PageError && <PageError {...props} />;
}
