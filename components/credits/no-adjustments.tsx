"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";

/** Shown instead of the list before the first adjustment. */
export function NoAdjustments() {
  const { baseUrl } = useShell();
  const code = `curl ${baseUrl}/credits/adjustments \\
  -H "Authorization: Bearer $SWITCHBOARD_MANAGEMENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"kind":"grant","amount":100,"reason":"First quarter"}'`;
  return (
    <EmptyState
      sentence="No grants or corrections yet."
      code={code}
      codeLabel="Grant credits through the API with a management key"
    />
  );
}
