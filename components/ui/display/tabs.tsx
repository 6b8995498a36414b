"use client";

import * as Primitive from "radix-ui/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "#lib/cn.ts";

type TabsProps<Value extends string> = {
  /** Accessible name of the strip. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode; count?: ReactNode; disabled?: boolean }[];
  /** Keep it in the URL: `useQueryState("tab", ...)`. */
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
  /** TabPanel elements. */
  children: ReactNode;
};

/** Views of one object. Controlled, so that the selected one can be stored in the URL. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  className,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current && value) keepChosenInSight(list.current);
  }, [value]);
  return (
    <Primitive.Root
      value={value}
      onValueChange={(chosen) => onValueChange(chosen as Value)}
      className={cn("flex flex-col gap-4", className)}
    >
      <Primitive.List ref={list} aria-label={label} className="relative flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled ?? false}
            className="relative flex h-9 shrink-0 items-center gap-1.5 px-2.5 text-muted text-sm -outline-offset-2 after:absolute after:inset-x-2.5 after:bottom-0 after:border-transparent after:border-b-2 first:pl-0 first:after:left-0 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50 forced-colors:data-[state=inactive]:after:border-[Canvas] data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:border-accent pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-muted text-xs">{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

/** The content of one tab; rendered only while it is selected. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Primitive.Content value={value} className={className}>
      {children}
    </Primitive.Content>
  );
}

/** Scrolls the strip if it is wider than its container; the page does not move. */
function keepChosenInSight(list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>("[data-state=active]");
  if (!chosen) return;
  const { offsetLeft: start, offsetWidth: width } = chosen;
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (start + width > list.scrollLeft + list.clientWidth) list.scrollLeft = start + width - list.clientWidth;
}
