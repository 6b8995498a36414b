import { useEffect } from "react";
import { loadLowerPanels } from "./lower-panels.ts";

/**
 * Scrolls to the section that the address names (`#budgets`), once the settings are there: before, neither the section
 * nor what is above it has its place.
 */
export function useLinkedSection(isReady: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!isReady || id === "") return;
    const show = () => requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
    void loadLowerPanels().then(show, show);
  }, [isReady]);
}
