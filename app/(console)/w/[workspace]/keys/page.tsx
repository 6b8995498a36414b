import type { Metadata } from "next";
import { KeyList } from "#components/keys/key-list.tsx";

export const metadata: Metadata = { title: "Keys" };

export default function KeysPage() {
  return <KeyList />;
}
