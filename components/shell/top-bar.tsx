"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Mark } from "./mark.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { entryOf } from "./navigation.ts";
import { useShell } from "./shell-context.tsx";
import { WorkspaceSwitcher } from "./workspace-switcher.tsx";

type TopBarProps = { openCommands: () => void; openShortcuts: () => void };

/** Workspace, page, search and account, on one line at the top. */
export function TopBar({ openCommands, openShortcuts }: TopBarProps) {
  const { currentWorkspace } = useShell();
  const entry = entryOf(usePathname(), currentWorkspace.slug);
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1.5 border-b bg-canvas px-2 md:px-3">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-fill px-3 py-2 font-medium text-on-accent text-sm focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <MobileMenu />
      <Link
        href={`/w/${currentWorkspace.slug}`}
        aria-label="Switchboard, overview"
        className="flex size-8 shrink-0 items-center justify-center rounded-md pointer-coarse:size-11"
      >
        <Mark className="size-6" />
      </Link>
      <WorkspaceSwitcher />
      {entry && (
        <span aria-hidden className="hidden items-center gap-2.5 truncate text-muted text-sm lg:flex">
          <span className="text-faint">/</span>
          {entry.label}
        </span>
      )}
      <span className="ml-auto" />
      <button
        type="button"
        onClick={openCommands}
        className="hidden h-8 w-56 items-center gap-2 rounded-md border border-edge/60 bg-panel px-2.5 text-muted text-sm hover:border-edge lg:flex"
      >
        <Search className="size-4" aria-hidden />
        Search or run
        <Kbd keys="⌘ K" className="ml-auto" />
      </button>
      <IconButton label="Search or run" shortcut="⌘ K" onClick={openCommands} className="lg:hidden">
        <Search aria-hidden />
      </IconButton>
      <AccountMenu openShortcuts={openShortcuts} />
    </header>
  );
}
