import type { Metadata } from "next";
import { ModelView } from "#components/models/model-view.tsx";

export const metadata: Metadata = { title: "Model" };

export default function ModelPage() {
  return <ModelView />;
}
