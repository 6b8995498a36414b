"use client";

import { type ComponentType, useEffect, useState } from "react";
import { toastFailed } from "../feedback/toast.tsx";

/** A layer (dialog, menu, sheet) whose code is not part of the page; `preload` loads it before it is opened. */
export type LazyLayer<Props> = {
  load: () => Promise<ComponentType<Props>>;
  preload: () => void;
  loaded?: ComponentType<Props>;
  /** Calls a listener once the code is there. Returns a function that ends this. */
  subscribe: (listener: () => void) => () => void;
};

const known = new Set<() => void>();

/**
 * Declares a layer whose code is loaded when it is first opened, or before. `box` is the layer that it renders its
 * content in and that other layers share; it is loaded at the same time.
 */
export function lazyLayer<Props>(
  fetchCode: () => Promise<ComponentType<Props>>,
  box?: { load: () => Promise<unknown> },
): LazyLayer<Props> {
  const listeners = new Set<() => void>();
  const load = async () => {
    [layer.loaded] = await Promise.all([fetchCode(), box?.load()]);
    for (const listener of listeners) listener();
    return layer.loaded;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  // If loading fails now, it is tried again when the layer is opened.
  const layer: LazyLayer<Props> = { load, preload: () => void load().catch(() => undefined), subscribe };
  known.add(layer.preload);
  return layer;
}

/** Loads the layers of the current page while the browser is idle. */
export function preloadLayers(): void {
  for (const preload of known) preload();
}

type LazilyProps<Props> = { layer: LazyLayer<Props>; props: Props };

/**
 * Renders the layer: in the same frame if its code has been loaded, otherwise once it has. Stays mounted afterwards, so
 * that its closing animation is visible.
 */
export function LazyContent<Props extends { open: boolean }>({ layer, props }: LazilyProps<Props>) {
  const [Layer, setLayer] = useState<ComponentType<Props>>();
  const { open } = props;
  if (open && !Layer && layer.loaded) setLayer(() => layer.loaded);
  useEffect(() => {
    if (open && !Layer) layer.load().then((loaded) => setLayer(() => loaded), showLoadError);
  }, [open, Layer, layer]);
  return Layer && <Layer {...props} />;
}

export function showLoadError(): void {
  toastFailed("Could not open this part", {
    description: "Part of the console did not load. Check that the gateway is running, then reload the page.",
  });
}
