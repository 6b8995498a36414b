import type { Metadata } from "next";
import { LogList } from "#components/logs/log-list.tsx";

export const metadata: Metadata = { title: "Logs" };

export default function LogsPage() {
  return <LogList />;
}
