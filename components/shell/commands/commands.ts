"use client";

import type { LucideIcon } from "lucide-react";
import { createRegistry } from "./registry.ts";

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

const registry = createRegistry<Command>();

/** Adds a page's commands to the command menu while it is mounted. Memoize the list. */
export const useCommands = registry.useItems;

/** Every command of the mounted components. */
export const useAllCommands = registry.useAll;
