"use client";

import * as Slot from "radix-ui/slot";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";
import { Lazily, type LazyLayer } from "./lazy-layer.tsx";

/** What a layer beside a button is given: the button, to stand at and to give the focus back to. */
export type AnchoredLayer = {
  id: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  /** Opened by a key, so that its first item is wanted and not only the layer. */
  byKeyboard: boolean;
};

type AnchoredProps<Props> = {
  kind: "menu" | "dialog";
  /** The button that opens it. */
  trigger: ReactElement;
  layer: LazyLayer<Props & AnchoredLayer>;
  layerProps: Props;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** A button with a layer beside it, whose code is fetched once the button is pointed at, focused or pressed. */
export function Anchored<Props>({ kind, trigger, layer, layerProps, ...props }: AnchoredProps<Props>) {
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
    // Without a pointer's press there is no detail: it was Enter or the space bar.
    onClick: (event) => change(!open, event.detail === 0),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind !== "menu" || event.key !== "ArrowDown") return;
      event.preventDefault();
      change(true, true);
    },
  };
  return (
    <>
      <Slot.Root {...button}>{trigger}</Slot.Root>
      <Lazily layer={layer} props={{ ...layerProps, id, open, onOpenChange: change, anchor, byKeyboard }} />
    </>
  );
}
