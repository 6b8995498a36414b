"use client";

import { CircleAlert, CircleCheck, CircleX, Info } from "lucide-react";
import { Toaster as SonnerToaster, toast } from "sonner";
import { useTheme } from "../hooks/theme.ts";

export { toast };

/** The toaster and its look; `Toaster` loads it with the first toast. */
export function ToastLayer() {
  const { resolvedTheme } = useTheme();
  return (
    <SonnerToaster
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      icons={{
        success: <CircleCheck className="size-4 text-ok" aria-hidden />,
        error: <CircleX className="size-4 text-bad" aria-hidden />,
        warning: <CircleAlert className="size-4 text-warn" aria-hidden />,
        info: <Info className="size-4 text-info" aria-hidden />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-[min(22.5rem,calc(100vw-2rem))] items-start gap-2.5 rounded-lg bg-raised p-3 font-sans text-ink text-sm shadow-lg",
          content: "min-w-0 flex-1",
          title: "font-medium",
          description: "text-muted text-xs",
          actionButton:
            "shrink-0 self-center rounded-md border border-edge bg-raised px-2.5 py-1 font-medium text-xs hover:bg-well",
        },
      }}
    />
  );
}
