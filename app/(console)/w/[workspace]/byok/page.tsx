import type { Metadata } from "next";
import { CredentialList } from "#components/byok/credential-list.tsx";

export const metadata: Metadata = { title: "Provider keys" };

export default function ProviderKeysPage() {
  return <CredentialList />;
}
