import type { Metadata } from "next";
import { GuardrailList } from "#components/guardrails/list/guardrail-list.tsx";

export const metadata: Metadata = { title: "Guardrails" };

export default function GuardrailsPage() {
  return <GuardrailList />;
}
