import type { Metadata } from "next";
import { ModelList } from "#components/models/model-list.tsx";

export const metadata: Metadata = { title: "Models" };

export default function ModelsPage() {
  return <ModelList />;
}
