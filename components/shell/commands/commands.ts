import type { LucideIcon } from "lucide-react";

/** One line of the command menu. */
export type Command = {
  id: string;
  label: string;
  /** "Go to" for places, "Do" for actions. */
  group: "Go to" | "Do";
  icon?: LucideIcon;
  /** Other search words. */
  keywords?: string[];
  /** Keys that do the same, as in the shortcut list. */
  shortcut?: string;
  run: () => void;
};
