"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { mayLeave } from "./use-leave-guard.ts";

/** Navigates to a path of the console, and asks first if unsaved changes would be lost. */
export function useNavigate(): (path: string) => void {
  const router = useRouter();
  return useCallback(
    (path) => {
      if (mayLeave()) router.push(path);
    },
    [router],
  );
}
