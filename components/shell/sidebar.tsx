"use client";

import { usePathname } from "next/navigation";
import { Link } from "#components/ui/display/link.tsx";
import { Tooltip } from "#components/ui/overlays/tooltip/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import { entryOf, hrefOf, type NavigationEntry, navigationFor } from "./navigation.ts";
import { useShell } from "./shell-context.tsx";

/** The pages, left of the content: with labels from 1280 px, as icons from 768 px, in the menu sheet below. */
export function Sidebar() {
  return (
    <nav
      aria-label="Main"
      className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-14 shrink-0 overflow-y-auto border-r p-2 pt-3 md:block xl:w-58"
    >
      <NavigationList compact />
    </nav>
  );
}

type NavigationListProps = {
  /** Icons only between 768 and 1280 px. */
  compact?: boolean;
  onNavigate?: () => void;
};

/** The groups and their entries, with the current page marked. */
export function NavigationList({ compact = false, onNavigate }: NavigationListProps) {
  const { currentWorkspace, role } = useShell();
  const current = entryOf(usePathname(), currentWorkspace.slug);
  const groups = Map.groupBy(navigationFor(role), (entry) => entry.group);
  return (
    <div className="flex flex-col gap-4">
      {[...groups].map(([group, entries]) => (
        <section key={group} aria-label={group}>
          <p aria-hidden className={cn("px-2.5 pb-1 text-faint text-xs", compact && "max-xl:hidden")}>
            {group}
          </p>
          <ul className="flex flex-col gap-px">
            {entries.map((entry) => (
              <li key={entry.path}>
                <NavigationLink
                  entry={entry}
                  href={hrefOf(entry, currentWorkspace.slug)}
                  active={entry === current}
                  compact={compact}
                  {...(onNavigate ? { onNavigate } : {})}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type NavigationLinkProps = NavigationListProps & { entry: NavigationEntry; href: string; active: boolean };

function NavigationLink({ entry, href, active, compact, onNavigate }: NavigationLinkProps) {
  const Icon = entry.icon;
  const link = (
    <Link
      href={href}
      aria-current={active ? "page" : undefined}
      onClick={onNavigate}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded-md px-2.5 base:text-muted text-sm hover:bg-well hover:text-ink pointer-coarse:h-11",
        active &&
          "bg-well font-medium text-ink before:absolute before:inset-y-1.5 before:left-0 before:w-0.5 before:rounded-full before:bg-accent",
        compact && "max-xl:w-10 max-xl:justify-center max-xl:px-0",
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      <span className={cn(compact && "max-xl:sr-only")}>{entry.label}</span>
    </Link>
  );
  if (!compact) return link;
  return (
    <Tooltip content={entry.label} side="right" shortcut={entry.jump ? `g ${entry.jump}` : undefined}>
      {link}
    </Tooltip>
  );
}
