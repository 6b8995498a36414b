import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ReaderFrame } from "#components/console/reader-frame.tsx";
import { DocsColumns } from "#components/docs/docs-columns.tsx";

export const metadata: Metadata = {
  title: { default: "API reference", template: "%s · API reference · Switchboard" },
};

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <ReaderFrame>
      <DocsColumns>{children}</DocsColumns>
    </ReaderFrame>
  );
}
