import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type WarningBannerProps = { icon: LucideIcon; title: string; children: ReactNode };

/** A warning that stays in view above every page. */
export function WarningBanner({ icon: Icon, title, children }: WarningBannerProps) {
  return (
    <div
      role="alert"
      data-banner
      className="sticky top-14 z-10 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-warn bg-warn-soft px-3 py-2 text-sm"
    >
      <Icon className="size-4 shrink-0 text-warn" aria-hidden />
      <span className="font-medium">{title}</span>
      {children}
    </div>
  );
}
