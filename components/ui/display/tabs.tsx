"use client";

import { createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "#lib/cn.ts";
import { Link } from "./link.tsx";
import { TabList, tabPanelProps } from "./tab-list.tsx";

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

/** Views of one object. Controlled, so that the selected one can be stored in the URL. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange, ...props }: TabsProps<Value>) {
  const id = useId();
  return (
    <div className={cn("flex flex-col gap-4", props.className)}>
      <TabList
        id={id}
        label={label}
        tabs={tabs.map(({ count, ...tab }) => ({ ...tab, label: <Label label={tab.label} count={count} /> }))}
        value={value}
        onValueChange={onValueChange}
        className="relative flex gap-1 overflow-x-auto border-b"
        tabClassName="relative flex h-9 shrink-0 items-center gap-1.5 px-2.5 text-muted text-sm -outline-offset-2 after:absolute after:inset-x-2.5 after:bottom-0 after:border-transparent after:border-b-2 first:pl-0 first:after:left-0 hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-50 forced-colors:data-[state=inactive]:after:border-[Canvas] data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:border-accent pointer-coarse:h-11"
      />
      <TabsContext value={{ id, value }}>{props.children}</TabsContext>
    </div>
  );
}

function Label({ label, count }: { label: ReactNode; count: ReactNode }) {
  return (
    <>
      {label}
      {count !== undefined && <span className="text-muted text-xs">{count}</span>}
    </>
  );
}

/** The content of one tab; rendered only while it is selected. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const tabs = useContext(TabsContext);
  if (tabs.value !== value) return null;
  return (
    <div {...tabPanelProps(tabs.id, value)} className={className}>
      {children}
    </div>
  );
}

type LinkTabProps = { href: string; isCurrent: boolean; children: ReactNode };

/** A link to one of several pages that look like tabs of one page. The list around it has the line below them. */
export function LinkTab({ href, isCurrent, children }: LinkTabProps) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className="-mb-px flex h-9 items-center border-transparent border-b-2 px-2.5 text-muted text-sm hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:h-11 forced-colors:outline-none! forced-colors:not-aria-[current=page]:border-[Canvas]"
    >
      {children}
    </Link>
  );
}
