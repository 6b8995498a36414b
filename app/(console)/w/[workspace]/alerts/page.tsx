import type { Metadata } from "next";
import { Alerts } from "#components/alerts/alerts.tsx";

export const metadata: Metadata = { title: "Alerts" };

export default function AlertsPage() {
  return <Alerts />;
}
