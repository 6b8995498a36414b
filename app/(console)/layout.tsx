import type { ReactNode } from "react";
import { SessionGate } from "#components/console/session-gate.tsx";

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return <SessionGate>{children}</SessionGate>;
}
