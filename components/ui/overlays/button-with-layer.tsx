"use client";

import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";
import { Slot } from "../display/slot.tsx";
import { LazyContent, type LazyLayer } from "./lazy-layer.tsx";

/** Props of a layer next to a button: the button to position it at and to return the focus to. */
export type AnchoredLayer = {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  /** Opened by keyboard, so its first item gets the focus instead of the layer. */
  byKeyboard: boolean;
};

type ButtonWithLayerProps<Props> = {
  kind: "menu" | "dialog";
  /** The button that opens it. */
  trigger: ReactElement;
  layer: LazyLayer<Props & AnchoredLayer>;
  layerProps: Props;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** A button with a layer next to it, whose code is loaded once the button is hovered, focused or pressed. */
export function ButtonWithLayer<Props>({ kind, trigger, layer, layerProps, ...props }: ButtonWithLayerProps<Props>) {
  const [own, setOwn] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const open = props.open ?? own;
  const change = (next: boolean, keyboard = false) => {
    setByKeyboard(keyboard);
    setOwn(next);
    props.onOpenChange?.(next);
  };
  const button: ComponentProps<"button"> & { "data-state": string } = {
    ref: anchor,
    id: `${id}button`,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "aria-controls": open ? id : undefined,
    "data-state": open ? "open" : "closed",
    onPointerEnter: layer.preload,
    onFocus: layer.preload,
    // `detail` is 0 without a pointer: the key was Enter or the space bar.
    onClick: (event) => change(!open, event.detail === 0),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== "menu" || event.key !== "ArrowDown") return;
      event.preventDefault();
      change(true, true);
    },
  };
  return (
    <>
      <Slot {...button}>{trigger}</Slot>
      <LazyContent layer={layer} props={{ ...layerProps, id, open, onOpenChange: change, anchor, byKeyboard }} />
    </>
  );
}
