import type { Metadata } from "next";
import { ImagePlayground } from "#components/playground/image/image-playground.tsx";

export const metadata: Metadata = { title: "Image · Playground" };

export default function ImagePlaygroundPage() {
  return <ImagePlayground />;
}
