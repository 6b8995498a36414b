import type { Metadata } from "next";
import { Chargeback } from "#components/chargeback/chargeback.tsx";

export const metadata: Metadata = { title: "Chargeback" };

export default function ChargebackPage() {
  return <Chargeback />;
}
