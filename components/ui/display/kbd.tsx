"use client";

import { useSyncExternalStore } from "react";
import { cn } from "#lib/cn.ts";

type KbdProps = {
  /** Keys, separated by spaces: "⌘ K", "g l". ⌘ is shown as Ctrl on keyboards without it. */
  keys: string;
  /** On a filled background: in the text color used there. */
  inverted?: boolean;
  className?: string;
};

/** Keys as they are labeled on the user's keyboard. */
export function Kbd({ keys, inverted = false, className }: KbdProps) {
  const apple = useSyncExternalStore(subscribe, isApple, () => true);
  return (
    <span className={cn("inline-flex shrink-0 gap-0.5", className)}>
      {keys.split(" ").map((key) => (
        <kbd
          key={key}
          className={cn(
            "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border px-1 font-sans text-2xs",
            inverted ? "border-current/35" : "border-line-strong text-muted",
          )}
        >
          {key === "⌘" && !apple ? "Ctrl" : key}
        </kbd>
      ))}
    </span>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** The keyboard does not change while the page is open. */
function subscribe(): () => void {
  return () => {};
}
