"use client";

import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { menuLayer } from "#components/ui/overlays/menu-box.tsx";
import { useShell } from "./shell-context.tsx";

const layer = lazyLayer(
  () => import("./account-menu-layer.tsx").then(({ AccountMenuLayer }) => AccountMenuLayer),
  menuLayer,
);

/** The signed-in user; opens the theme on this device, and signing out. */
export function AccountMenu({ openShortcuts }: { openShortcuts: () => void }) {
  const { user } = useShell();
  return (
    <ButtonWithLayer
      kind="menu"
      layer={layer}
      layerProps={{ openShortcuts }}
      trigger={
        <button
          type="button"
          className="group flex size-8 shrink-0 items-center justify-center rounded-full font-medium text-xs pointer-coarse:size-11"
        >
          <span className="flex size-8 items-center justify-center rounded-full border border-line-strong bg-well group-hover:border-edge">
            {initials(user.name || user.email)}
          </span>
          <span className="sr-only">, account of {user.name}</span>
        </button>
      }
    />
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join("");
}
