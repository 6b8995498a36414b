import type { Metadata } from "next";
import { AcceptInvitation } from "#components/entry/accept-invitation.tsx";

// The address is a secret, so it must not be sent to other sites as a referrer.
export const metadata: Metadata = { title: "Join", referrer: "no-referrer" };

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  return <AcceptInvitation token={(await params).token} />;
}
