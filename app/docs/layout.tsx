import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ReaderFrame } from "#components/console/reader-frame.tsx";
import { DocsColumns } from "#components/docs/docs-columns.tsx";
import { SESSION_COOKIE } from "#lib/api/session-cookie.ts";

export const metadata: Metadata = {
  title: { default: "API reference", template: "%s · API reference · Switchboard" },
};

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const expectsSession = (await cookies()).has(SESSION_COOKIE);
  return (
    <ReaderFrame expectsSession={expectsSession}>
      <DocsColumns>{children}</DocsColumns>
    </ReaderFrame>
  );
}
