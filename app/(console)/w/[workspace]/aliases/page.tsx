import type { Metadata } from "next";
import { AliasPage } from "#components/aliases/alias-page.tsx";

export const metadata: Metadata = { title: "Model aliases" };

export default function ModelAliasesPage() {
  return <AliasPage />;
}
