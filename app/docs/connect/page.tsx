import type { Metadata } from "next";
import { ConnectPage } from "#components/docs/connect-page.tsx";

export const metadata: Metadata = { title: "Connect a client" };

export default function DocsConnectPage() {
  return <ConnectPage />;
}
