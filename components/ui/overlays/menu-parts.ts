"use client";

import type { Menu } from "radix-ui/internal";
import { createContext, type ReactNode, useContext } from "react";

export type MenuContent = {
  align?: "start" | "center" | "end" | undefined;
  side?: "top" | "right" | "bottom" | "left" | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** The components of a menu's items, loaded with the code of the open menu, the only place that renders them. */
export const MenuParts = createContext<typeof Menu | undefined>(undefined);

/** The parts of the menu around an item. */
export function useMenuParts(): typeof Menu {
  const parts = useContext(MenuParts);
  if (!parts) throw new Error("a menu item must be inside a Menu");
  return parts;
}
