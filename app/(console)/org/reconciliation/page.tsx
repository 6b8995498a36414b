import type { Metadata } from "next";
import { Reconciliation } from "#components/reconciliation/reconciliation.tsx";

export const metadata: Metadata = { title: "Reconciliation" };

export default function ReconciliationPage() {
  return <Reconciliation />;
}
