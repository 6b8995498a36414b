"use client";

import { Switch } from "#components/ui/forms/switch.tsx";
import { useCompare } from "./use-compare.ts";

/** Compares every figure with the previous period: as long as the chosen one, right before it. */
export function CompareSwitch() {
  const [isComparing, setIsComparing] = useCompare();
  return (
    <Switch
      label="Compare with the previous period"
      className="min-h-8 items-center pointer-coarse:min-h-11"
      checked={isComparing}
      onCheckedChange={(next) => void setIsComparing(next)}
    />
  );
}
