import type { Metadata } from "next";
import { Provisioning } from "#components/provisioning/provisioning.tsx";

export const metadata: Metadata = { title: "Provisioning" };

export default function ProvisioningPage() {
  return <Provisioning />;
}
