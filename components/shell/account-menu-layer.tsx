"use client";

import { CircleUser, Keyboard, LogOut } from "lucide-react";
import { Link } from "#components/ui/display/link.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { useTheme } from "#components/ui/hooks/theme.ts";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { MenuChoice, MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { MenuBox } from "#components/ui/overlays/menu-box.tsx";
import { useShell } from "./shell-context.tsx";

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;
const DENSITIES = [
  { value: "compact", label: "Compact" },
  { value: "default", label: "Default" },
  { value: "comfortable", label: "Comfortable" },
] as const;
const ZONES = [
  { value: "local", label: "Local time" },
  { value: "utc", label: "UTC" },
] as const;

/** The open account menu; `AccountMenu` loads it. */
export function AccountMenuLayer({ openShortcuts, ...layer }: AnchoredLayer & { openShortcuts: () => void }) {
  const { user, role, organization, onSignOut } = useShell();
  const { theme, setTheme } = useTheme();
  const [density, setDensity] = usePreference("density");
  const [zone, setZone] = usePreference("zone");
  return (
    <MenuBox {...layer} className="w-60">
      <div className="px-2 py-1.5">
        <p className="truncate font-medium text-sm">{user.name}</p>
        <p className="truncate text-muted text-xs">{user.email}</p>
        <p className="truncate text-muted text-xs first-letter:uppercase">
          {role} of {organization.name}
        </p>
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/account">
          <CircleUser aria-hidden />
          Your account
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" options={THEMES} value={theme} onValueChange={setTheme} />
      <MenuChoice label="Row height" options={DENSITIES} value={density} onValueChange={setDensity} />
      <MenuChoice label="Times" options={ZONES} value={zone} onValueChange={setZone} />
      <MenuSeparator />
      <MenuItem onSelect={openShortcuts} shortcut="?">
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </MenuBox>
  );
}
