import type { Metadata } from "next";
import { OrganizationSettings } from "#components/organization/organization-settings.tsx";

export const metadata: Metadata = { title: "Organization settings" };

export default function OrganizationSettingsPage() {
  return <OrganizationSettings />;
}
