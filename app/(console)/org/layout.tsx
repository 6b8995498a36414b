import type { Metadata } from "next";
import type { ReactNode } from "react";
import { OrganizationFrame } from "#components/console/organization-frame.tsx";

export const metadata: Metadata = { title: { default: "Organization", template: "%s · Organization · Switchboard" } };

export default function OrganizationLayout({ children }: { children: ReactNode }) {
  return <OrganizationFrame>{children}</OrganizationFrame>;
}
