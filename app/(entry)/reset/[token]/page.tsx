import type { Metadata } from "next";
import { ResetPassword } from "#components/entry/reset-password.tsx";

// The address is a secret, so it must not be sent to other sites as a referrer.
export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  return <ResetPassword token={(await params).token} />;
}
