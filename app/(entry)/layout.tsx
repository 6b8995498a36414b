import type { ReactNode } from "react";
import { EntryFrame } from "#components/entry/entry-frame.tsx";

export default function EntryLayout({ children }: { children: ReactNode }) {
  return <EntryFrame>{children}</EntryFrame>;
}
