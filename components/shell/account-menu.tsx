"use client";

import { CircleUser, Keyboard, LogOut } from "lucide-react";
import { useTheme } from "next-themes";
import { Link } from "#components/ui/display/link.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
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

/** The signed-in user, the theme on this device, and signing out. */
export function AccountMenu({ openShortcuts }: { openShortcuts: () => void }) {
  const { user, role, organization, onSignOut } = useShell();
  const { theme = "system", setTheme } = useTheme();
  const [density, setDensity] = usePreference("density");
  const [zone, setZone] = usePreference("zone");
  return (
    <Menu
      className="w-60"
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
    >
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
      <MenuChoice label="Theme" options={THEMES} value={theme as "system"} onValueChange={setTheme} />
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
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join("");
}
