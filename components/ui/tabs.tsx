"use client";

import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { cn } from "#lib/cn.ts";
import { TabStrip, tabPanel } from "./tab-strip.tsx";

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

const TabsContext = createContext({ id: "", value: "" });

/** Views of one object. Controlled, so that the chosen one can live in the URL. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, ...props }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current && value) keepChosenInSight(list.current);
  }, [value]);
  return (
    <TabsContext value={{ id, value }}>
      <div className={cn("flex flex-col gap-4", props.className)}>
        <TabStrip
          ref={list}
          id={id}
          label={label}
          tabs={tabs.map(({ count, ...tab }) => ({
            ...tab,
            label: (
              <>
                {tab.label}
                {count !== undefined && <span className="text-muted text-xs">{count}</span>}
              </>
            ),
          }))}
          value={value}
          onValueChange={onValueChange}
          className="relative flex gap-1 overflow-x-auto border-b"
          tabClassName="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2.5 first:pl-0 text-muted text-sm -outline-offset-2 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50 forced-colors:data-[state=inactive]:border-[Canvas] data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:h-11"
        />
        {props.children}
      </div>
    </TabsContext>
  );
}

/** What one tab shows; rendered only while it is chosen. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const tabs = useContext(TabsContext);
  if (tabs.value !== value) return null;
  return (
    <div {...tabPanel(tabs.id, value)} className={className}>
      {children}
    </div>
  );
}

/** Moves the strip where it is wider than its place; the page stays. */
function keepChosenInSight(list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>("[data-state=active]");
  if (!chosen) return;
  const { offsetLeft: start, offsetWidth: width } = chosen;
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (start + width > list.scrollLeft + list.clientWidth) list.scrollLeft = start + width - list.clientWidth;
}
