"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { CopyByHand } from "#components/ui/display/copy/copy-by-hand.tsx";
import { preloadToasts, toastDone } from "#components/ui/feedback/toast.tsx";
import { useCopy } from "#components/ui/hooks/use-copy.ts";
import { useNavigate } from "#components/ui/hooks/use-navigate.ts";
import { LazyContent, lazyLayer, preloadLayers } from "#components/ui/overlays/lazy-layer.tsx";
import { hrefOf, navigationFor } from "../navigation.ts";
import { useShell } from "../shell-context.tsx";
import { PRELOAD_MS } from "./preload-delay.ts";
import { useRecentPages } from "./recent.ts";
import { type Shortcut, useShortcutListener, useShortcuts } from "./shortcuts.ts";

const commandMenu = lazyLayer(() => import("./command-menu.tsx").then(({ CommandMenu }) => CommandMenu));
const shortcutsDialog = lazyLayer(() =>
  import("./shortcuts-dialog.tsx").then(({ ShortcutsDialog }) => ShortcutsDialog),
);

type ShellCommandsProps = {
  commandsOpen: boolean;
  onCommandsOpenChange: (open: boolean) => void;
  shortcutsOpen: boolean;
  onShortcutsOpenChange: (open: boolean) => void;
};

/** The commands and keys of every page, and the two dialogs that list them. */
export function ShellCommands({ commandsOpen, onCommandsOpenChange, ...props }: ShellCommandsProps) {
  const recent = useRecentPages();
  const [byHand, setByHand] = useState<string>();
  const { copy } = useCopy();
  const copyBaseUrl = useCallback(
    async (baseUrl: string) => ((await copy(baseUrl)) ? toastDone("Base URL copied") : setByHand(baseUrl)),
    [copy],
  );
  useShortcutListener();
  useCommandKey(onCommandsOpenChange);
  useShortcuts(useGlobalShortcuts(props.onShortcutsOpenChange));
  useEffect(preloadWhenIdle, []);
  return (
    <>
      <LazyContent
        layer={commandMenu}
        props={{ open: commandsOpen, recent, copyBaseUrl, onClose: () => onCommandsOpenChange(false) }}
      />
      <LazyContent
        layer={shortcutsDialog}
        props={{ open: props.shortcutsOpen, onOpenChange: props.onShortcutsOpenChange }}
      />
      <CopyByHand text={byHand} label="Copy base URL" onClose={() => setByHand(undefined)} />
    </>
  );
}

/** Preloads what may be opened next while the network is idle, so that it opens at once. */
function preloadWhenIdle(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => (document.querySelector("[aria-busy=true]") ? wait() : preload()), PRELOAD_MS);
  };
  wait();
  return () => clearTimeout(timer);
}

function preload(): void {
  preloadLayers();
  preloadToasts();
}

/** ⌘K or Ctrl K works while typing too, since it carries a modifier. */
function useCommandKey(setOpen: (open: boolean) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [setOpen]);
}

function useGlobalShortcuts(openShortcuts: (open: boolean) => void): readonly Shortcut[] {
  const { role, currentWorkspace } = useShell();
  const { slug } = currentWorkspace;
  const go = useNavigate();
  return useMemo(() => {
    const jumps = navigationFor(role).filter((entry) => entry.jump !== undefined);
    return [
      { keys: "?", label: "Show shortcuts", group: "Everywhere", run: () => openShortcuts(true) },
      ...jumps.map((entry) => ({
        keys: `g ${entry.jump}`,
        label: `Go to ${entry.label}`,
        group: "Everywhere" as const,
        run: () => go(hrefOf(entry, slug)),
      })),
    ];
  }, [go, role, slug, openShortcuts]);
}
