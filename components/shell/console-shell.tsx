"use client";

import { type ReactNode, useMemo, useState } from "react";
import { ShellCommands } from "./commands/shell-commands.tsx";
import { ShellContext, type ShellData } from "./shell-context.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of every console page: skip link, top bar, sidebar, and the main region. */
export function ConsoleShell({ data, children }: { data: ShellData; children: ReactNode }) {
  const [commandsOpen, setCommandsOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const opener = useMemo(
    () => ({ openCommands: () => setCommandsOpen(true), openShortcuts: () => setShortcutsOpen(true) }),
    [],
  );
  return (
    <ShellContext value={data}>
      <div className="flex min-h-dvh flex-col">
        <TopBar {...opener} />
        <div className="flex flex-1">
          <Sidebar />
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 md:px-6 md:py-6">
            <div className="mx-auto max-w-400">{children}</div>
          </main>
        </div>
      </div>
      <ShellCommands
        commandsOpen={commandsOpen}
        onCommandsOpenChange={setCommandsOpen}
        shortcutsOpen={shortcutsOpen}
        onShortcutsOpenChange={setShortcutsOpen}
      />
    </ShellContext>
  );
}
