import type { Metadata } from "next";
import { CredentialList } from "#components/byok/list/credential-list.tsx";

export const metadata: Metadata = { title: "Provider keys" };

export default function ProviderKeysPage() {
  return <CredentialList />;
}
