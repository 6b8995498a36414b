import { type ReactNode, useId } from "react";
import { cn } from "#lib/cn.ts";

type PanelProps = {
  title?: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Buttons or links at the right of the title. */
  actions?: ReactNode;
  /** Without padding, for tables and code that extend to the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** The cells at the edges of a table begin and end where the title does. */
const ALIGN_TABLES = "md:[&_:is(td,th):first-child]:pl-4 md:[&_:is(td,th):last-child]:pr-4";

/** A titled region with a border. Panels are not nested. */
export function Panel({ title, description, actions, flush = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={title ? id : undefined} className={cn("min-w-0 rounded-lg border bg-panel", className)}>
      {title && (
        <header className="flex min-h-11 items-center justify-between gap-3 border-b px-4 py-1.5">
          <div className="min-w-0">
            <h2 id={id} className="truncate font-medium text-base">
              {title}
            </h2>
            {description && <p className="text-muted text-xs">{description}</p>}
          </div>
          {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
        </header>
      )}
      <div className={cn("min-w-0", flush ? ALIGN_TABLES : "p-4")}>{children}</div>
    </section>
  );
}
