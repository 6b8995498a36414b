import type { ReactNode } from "react";

/** One measure of a response in a `dl`: its name, then its value. */
export function Metric({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5" title={title}>
      <dt>{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}
