import type { Metadata } from "next";
import { KeyView } from "#components/keys/key-view.tsx";

export const metadata: Metadata = { title: "Key" };

export default function KeyPage() {
  return <KeyView />;
}
