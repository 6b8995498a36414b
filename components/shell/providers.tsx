"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { Toaster } from "#components/ui/feedback/toast.tsx";

/** The context of every page: theme, server state, toasts. `nonce` lets the theme's script run. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <ThemeProvider attribute="data-theme" disableTransitionOnChange {...(nonce && { nonce })}>
      <QueryClientProvider client={client}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>
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
