import type { Metadata } from "next";
import { GuardrailView } from "#components/guardrails/editor/guardrail-view.tsx";

export const metadata: Metadata = { title: "Guardrail" };

export default function GuardrailPage() {
  return <GuardrailView />;
}
