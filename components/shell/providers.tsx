"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Toaster } from "#components/ui/feedback/toast.tsx";
import { ThemeChange } from "#components/ui/hooks/theme.ts";

/** The context of every page: server state, toasts, and changes of the theme. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toaster />
      <ThemeChange />
    </QueryClientProvider>
  );
}

function makeClient(): QueryClient {
  // A local gateway responds without the internet, so only requests show whether it does.
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: 1, refetchOnWindowFocus: true, networkMode },
      mutations: { networkMode },
    },
  });
}
