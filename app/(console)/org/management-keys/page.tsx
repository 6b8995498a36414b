import type { Metadata } from "next";
import { ManagementKeyList } from "#components/keys/management/management-key-list.tsx";

export const metadata: Metadata = { title: "Management keys" };

export default function ManagementKeysPage() {
  return <ManagementKeyList />;
}
