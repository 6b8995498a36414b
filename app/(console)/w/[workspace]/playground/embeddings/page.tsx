import type { Metadata } from "next";
import { EmbeddingsPlayground } from "#components/playground/embeddings/embeddings-playground.tsx";

export const metadata: Metadata = { title: "Embeddings · Playground" };

export default function EmbeddingsPlaygroundPage() {
  return <EmbeddingsPlayground />;
}
