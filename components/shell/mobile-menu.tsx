"use client";

import { Menu } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Sheet } from "#components/ui/overlays/sheet.tsx";
import { useShell } from "./shell-context.tsx";
import { NavigationList } from "./sidebar.tsx";

/** Below 768 px: the pages in a bottom sheet, within the thumb's reach. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const { currentWorkspace } = useShell();
  return (
    <div className="md:hidden">
      <IconButton
        label="Menu"
        tooltip={false}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden />
      </IconButton>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={currentWorkspace.name}
        className="max-md:top-auto max-md:max-h-[85dvh]"
      >
        <nav aria-label="Main">
          <NavigationList onNavigate={() => setOpen(false)} />
        </nav>
      </Sheet>
    </div>
  );
}
