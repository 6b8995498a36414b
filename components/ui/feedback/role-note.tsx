import { Lock } from "lucide-react";
import type { ReactNode } from "react";

/** Explains what the user's role does not allow on this page, and who can help. */
export function RoleNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border bg-well px-3 py-2 text-sm">
      <Lock className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
