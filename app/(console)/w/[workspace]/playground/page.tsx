import type { Metadata } from "next";
import { Playground } from "#components/playground/text/pane/playground.tsx";

export const metadata: Metadata = { title: "Playground" };

export default function PlaygroundPage() {
  return <Playground />;
}
