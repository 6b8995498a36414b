"use client";

import { Component, type ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

type PanelBoundaryProps = {
  /** The panel's content, such as "Spend": after a crash the panel says "Spend could not be shown". */
  name: string;
  children?: ReactNode;
};

/**
 * Keeps a crash inside one panel; the rest of the page still works. A class, because React offers this to nothing else,
 * and Next's `catchError` adds 2 kB to each page, with its page for errors of another router.
 */
export class PanelBoundary extends Component<PanelBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorState
        title={`${this.props.name} could not be shown`}
        detail="This panel hit an error. The rest of the page still works."
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
