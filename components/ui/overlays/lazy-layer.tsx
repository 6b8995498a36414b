"use client";

import { type ComponentType, useEffect, useState } from "react";
import { toastFailed } from "../feedback/toast.tsx";

/** A layer (dialog, menu, sheet) whose code is not part of the page; `preload` fetches it before it is opened. */
export type LazyLayer<Props> = {
  load: () => Promise<ComponentType<Props>>;
  preload: () => void;
  loaded?: ComponentType<Props>;
};

const known = new Set<() => void>();

/** Declares a layer whose code is fetched when it is opened for the first time, or before that. */
export function lazyLayer<Props>(fetchCode: () => Promise<ComponentType<Props>>): LazyLayer<Props> {
  const load = async () => {
    layer.loaded = await fetchCode();
    return layer.loaded;
  };
  // What cannot be fetched now is fetched again when it is opened.
  const layer: LazyLayer<Props> = { load, preload: () => void load().catch(() => undefined) };
  known.add(layer.preload);
  return layer;
}

/** Fetches the layers of the page that is shown; for when nothing else is to be done. */
export function preloadLayers(): void {
  for (const preload of known) preload();
}

type LazilyProps<Props> = { layer: LazyLayer<Props>; props: Props };

/**
 * Such a layer in its place: in the very frame in which it is opened if its code is there, else once it is. It stays
 * mounted after that, so that its closing can be seen.
 */
export function Lazily<Props extends { open: boolean }>({ layer, props }: LazilyProps<Props>) {
  const [Layer, setLayer] = useState<ComponentType<Props>>();
  const { open } = props;
  if (open && !Layer && layer.loaded) setLayer(() => layer.loaded);
  useEffect(() => {
    if (open && !Layer) layer.load().then((loaded) => setLayer(() => loaded), sayFailed);
  }, [open, Layer, layer]);
  return Layer && <Layer {...props} />;
}

function sayFailed(): void {
  toastFailed("Could not open this", {
    description: "Part of the console did not load. Check that the gateway is running, then reload the page.",
  });
}
