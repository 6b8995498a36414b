import type { Metadata } from "next";
import { Credits } from "#components/credits/credits.tsx";

export const metadata: Metadata = { title: "Credits" };

export default function CreditsPage() {
  return <Credits />;
}
