"use client";

import { catchError, type ErrorInfo } from "next/error";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

type PanelBoundaryProps = {
  /** The panel's content, such as "Spend": after a crash the panel says "Spend could not be shown". */
  name: string;
  children?: ReactNode;
};

/** Keeps a crash inside one panel; the rest of the page stays usable. */
export const PanelBoundary = catchError((props: PanelBoundaryProps, { reset }: ErrorInfo) => (
  <ErrorState
    title={`${props.name} could not be shown`}
    detail="This panel hit an error. The rest of the page still works."
    onRetry={reset}
  />
));
