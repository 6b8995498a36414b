"use client";

import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { Kbd } from "../display/kbd.tsx";
import { ButtonWithLayer } from "./button-with-layer.tsx";
import { menuLayer } from "./menu-box.tsx";
import { type MenuContent, useMenuParts } from "./menu-parts.ts";

const ITEM =
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 text-sm outline-none data-disabled:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";
const CALM = "data-highlighted:bg-well [&_svg]:text-muted";

type MenuProps = MenuContent & {
  /** The button that opens it. */
  trigger: ReactElement;
};

/** A menu of actions, with arrow keys and type-ahead. */
export function Menu({ trigger, ...content }: MenuProps) {
  return <ButtonWithLayer kind="menu" trigger={trigger} layer={menuLayer} layerProps={content} />;
}

type MenuItemProps = {
  onSelect?: () => void;
  disabled?: boolean;
  /** Deletes or revokes something. */
  danger?: boolean;
  shortcut?: string;
  /** Renders the only child (a link) as the item. */
  asChild?: boolean;
  children: ReactNode;
};

/** One action, optionally with an icon before its label. */
export function MenuItem({ onSelect, disabled = false, danger, shortcut, asChild = false, children }: MenuItemProps) {
  const Primitive = useMenuParts();
  return (
    <Primitive.Item
      {...(onSelect ? { onSelect } : {})}
      disabled={disabled}
      asChild={asChild}
      className={cn(ITEM, danger ? "text-bad data-highlighted:bg-bad-soft" : CALM)}
    >
      {asChild ? (
        children
      ) : (
        <>
          {children}
          {shortcut && <Kbd keys={shortcut} className="ml-auto" />}
        </>
      )}
    </Primitive.Item>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

/** One of a few settings in a menu; selecting it does not close the menu. */
export function MenuChoice<Value extends string>({ label, options, value, onValueChange }: MenuChoiceProps<Value>) {
  const Primitive = useMenuParts();
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <Primitive.RadioGroup value={value} onValueChange={(chosen) => onValueChange(chosen as Value)}>
        {options.map((option) => (
          <Primitive.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => event.preventDefault()}
            className={cn(ITEM, CALM)}
          >
            {option.label}
            <Primitive.ItemIndicator className="ml-auto">
              <Check aria-hidden />
            </Primitive.ItemIndicator>
          </Primitive.RadioItem>
        ))}
      </Primitive.RadioGroup>
    </>
  );
}

/** A heading of a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const Primitive = useMenuParts();
  return <Primitive.Label className="px-2 pt-2 pb-1 text-muted text-xs">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  const Primitive = useMenuParts();
  return <Primitive.Separator className="-mx-1 my-1 border-t" />;
}
