"use client";

import type { ReactNode } from "react";
import { PageError } from "./page-error.tsx";
import { PageErrorContext } from "./page-error-context.tsx";

/** Loads what is shown in place of a failed page with the root layout, for every `error.tsx`. */
export function PageErrorProvider({ children }: { children: ReactNode }) {
  return <PageErrorContext value={PageError}>{children}</PageErrorContext>;
}
