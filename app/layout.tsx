import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PageErrorProvider } from "#components/console/page-error-provider.tsx";
import { Providers } from "#components/shell/providers.tsx";
import { restorePreferences } from "#components/ui/hooks/preference.ts";
import "./globals.css";

// Geist, reduced to Latin and weights 400 to 600 (fonts/LICENSE.txt): 38 kB for both instead of 141.
const sans = localFont({ src: "./fonts/sans.woff2", weight: "400 600", variable: "--font-sans-file", display: "swap" });
const mono = localFont({ src: "./fonts/mono.woff2", weight: "400 600", variable: "--font-mono-file", display: "swap" });

export const metadata: Metadata = {
  title: { default: "Switchboard", template: "%s · Switchboard" },
  description: "A self-hosted model gateway.",
  robots: { index: false, follow: false },
  manifest: "/site.webmanifest",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "32x32" },
      { url: "/icon.svg", type: "image/svg+xml" },
    ],
    apple: "/apple-touch-icon.png",
  },
  referrer: "same-origin",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8f9fa" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0f12" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" className={`${sans.variable} ${mono.variable}`} suppressHydrationWarning>
      <body>
        <script nonce={nonce} suppressHydrationWarning>
          {restorePreferences}
        </script>
        <Providers>
          <PageErrorProvider>{children}</PageErrorProvider>
        </Providers>
      </body>
    </html>
  );
}
