import type { Metadata } from "next";
import { BudgetsPage } from "#components/budgets/budgets-page.tsx";

export const metadata: Metadata = { title: "Budgets" };

export default function WorkspaceBudgetsPage() {
  return <BudgetsPage />;
}
