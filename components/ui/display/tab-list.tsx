"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

type TabListProps<Value extends string> = {
  /** Shared with the panels: their ids start with it. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  value: Value;
  onValueChange: (value: Value) => void;
  className: string;
  tabClassName: string;
};

/** A strip of tabs: one stop of the Tab key, then arrow keys, Home and End select. */
export function TabList<Value extends string>({
  id,
  label,
  tabs,
  value,
  onValueChange,
  ...props
}: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current && value) keepChosenInSight(list.current);
  }, [value]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const usable = tabs.filter(({ disabled }) => !disabled);
    const at = usable.findIndex((tab) => tab.value === value);
    const next = usable.at(nextIndex(event.key, at, usable.length));
    if (!next || next.value === value) return;
    event.preventDefault();
    onValueChange(next.value);
    document.getElementById(tabId(id, next.value))?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className={props.className}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(id, tab.value)}
          aria-selected={tab.value === value}
          aria-controls={panelId(id, tab.value)}
          data-state={tab.value === value ? "active" : "inactive"}
          tabIndex={tab.value === value ? 0 : -1}
          disabled={tab.disabled}
          onClick={() => onValueChange(tab.value)}
          className={props.tabClassName}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Returns the attributes that connect a panel with its tab. */
export function tabPanelProps(id: string, value: string) {
  return { role: "tabpanel", id: panelId(id, value), "aria-labelledby": tabId(id, value), tabIndex: 0 } as const;
}

const tabId = (id: string, value: string) => `${id}-tab-${value}`;
const panelId = (id: string, value: string) => `${id}-panel-${value}`;

/** Returns the index that a key moves to; the current one for other keys. A negative one counts from the end. */
function nextIndex(key: string, at: number, count: number): number {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return at - 1;
  if (key === "Home") return 0;
  return key === "End" ? -1 : at;
}

/** Scrolls the strip if it is wider than its container, without scrolling the page. */
function keepChosenInSight(list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>("[aria-selected=true]");
  if (!chosen) return;
  const { offsetLeft: start, offsetWidth: width } = chosen;
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (start + width > list.scrollLeft + list.clientWidth) list.scrollLeft = start + width - list.clientWidth;
}
