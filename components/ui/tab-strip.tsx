"use client";

import type { KeyboardEvent, ReactNode, Ref } from "react";

type TabStripProps<Value extends string> = {
  /** Of the strip and its panels together. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  className: string;
  tabClassName: string;
  ref?: Ref<HTMLDivElement>;
};

/** A row of tabs; the arrow keys choose. */
export function TabStrip<Value extends string>({
  id,
  label,
  tabs,
  value,
  onValueChange,
  ...props
}: TabStripProps<Value>) {
  const open = tabs.filter(({ disabled }) => !disabled);
  const reached = open.find((tab) => tab.value === value) ?? open[0];
  return (
    <div
      ref={props.ref}
      role="tablist"
      aria-label={label}
      aria-orientation="horizontal"
      onKeyDown={chooseByKey}
      className={props.className}
    >
      {tabs.map((tab) => {
        const chosen = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={chosen}
            aria-controls={chosen ? `${id}-panel-${tab.value}` : undefined}
            tabIndex={tab.value === reached?.value ? 0 : -1}
            data-state={chosen ? "active" : "inactive"}
            disabled={tab.disabled}
            onClick={() => chosen || onValueChange(tab.value)}
            className={props.tabClassName}
          >
            {tab.label}
          </button>
        );
      })}
    </div>
  );
}

/** What makes an element the panel of a tab. */
export function tabPanel(id: string, value: string) {
  return {
    role: "tabpanel",
    id: `${id}-panel-${value}`,
    "aria-labelledby": `${id}-tab-${value}`,
    tabIndex: 0,
  } as const;
}

/** As the ARIA practices have it: arrows go to the next one and around, Home and End to the ends; that one is chosen. */
function chooseByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]:not(:disabled)")];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const places: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
  const place = places[event.key];
  const tab = place === undefined || at < 0 ? undefined : tabs.at(place % tabs.length);
  if (!tab) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}
