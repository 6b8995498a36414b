import type { Metadata } from "next";
import type { ReactNode } from "react";
import { OrganizationFrame } from "#components/console/organization-frame.tsx";

export const metadata: Metadata = { title: { default: "Account", template: "%s · Switchboard" } };

export default function AccountLayout({ children }: { children: ReactNode }) {
  return <OrganizationFrame>{children}</OrganizationFrame>;
}
