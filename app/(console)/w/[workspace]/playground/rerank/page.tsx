import type { Metadata } from "next";
import { RerankPlayground } from "#components/playground/rerank/rerank-playground.tsx";

export const metadata: Metadata = { title: "Rerank · Playground" };

export default function RerankPlaygroundPage() {
  return <RerankPlayground />;
}
