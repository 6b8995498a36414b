"use client";

import { Kbd } from "#components/ui/display/kbd.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { type Shortcut, useAllShortcuts } from "./shortcuts.ts";

type ShortcutsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The keyboard shortcuts of the page, under `?`, and a switch that turns single keys off. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const shortcuts = useAllShortcuts();
  const [enabled, setEnabled] = usePreference("shortcuts");
  const groups = Map.groupBy(shortcuts, (shortcut) => shortcut.group);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      {(["This page", "Everywhere"] as const).map((group) => (
        <ShortcutGroup key={group} name={group} shortcuts={groups.get(group) ?? []} />
      ))}
      <div className="border-t pt-4">
        <Switch
          checked={enabled === "on"}
          onCheckedChange={(on) => setEnabled(on ? "on" : "off")}
          label="Single-key shortcuts"
          hint="Turn them off if they interfere with speech input or a screen reader. The search shortcut keeps working."
        />
      </div>
    </Dialog>
  );
}

function ShortcutGroup({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section aria-label={name}>
      <h3 className="pb-1 text-muted text-xs">{name}</h3>
      <dl>
        {name === "Everywhere" && <Line label="Search or run" keys="⌘ K" />}
        {shortcuts.map((shortcut) => (
          <Line key={shortcut.keys} label={shortcut.label} keys={shortcut.keys} />
        ))}
      </dl>
    </section>
  );
}

function Line({ label, keys }: { label: string; keys: string }) {
  return (
    <div className="flex h-8 items-center justify-between border-b text-sm last:border-b-0">
      <dt>{label}</dt>
      <dd>
        <Kbd keys={keys} />
      </dd>
    </div>
  );
}
