"use client";

import { writeStored } from "#components/ui/hooks/use-stored.ts";

const ASKED = "switchboard.playground.notifications-asked";

/** Asks once in this browser whether to notify the user of ended jobs. Call it after they have started one. */
export function askToNotify(): void {
  if (!("Notification" in window) || Notification.permission !== "default") return;
  if (localStorage.getItem(ASKED)) return;
  writeStored(localStorage, ASKED, "yes");
  void Notification.requestPermission().catch(() => undefined);
}

/** Returns whether the user wants to be notified. */
export function mayNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Notifies of an ended job if its page is not visible. A click shows the page. */
export function notifyOfEnd(id: string, title: string, prompt: string): void {
  if (!mayNotify() || document.visibilityState === "visible") return;
  // The tag: another tab with the same job replaces the notification.
  const shown = new Notification(title, { body: prompt.slice(0, 120), tag: id });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
