import type { Metadata } from "next";
import { BatchList } from "#components/jobs/batches/batch-list.tsx";

export const metadata: Metadata = { title: "Batches" };

export default function BatchesPage() {
  return <BatchList />;
}
