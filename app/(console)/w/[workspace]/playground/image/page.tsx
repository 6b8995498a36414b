import type { Metadata } from "next";
import { ImagePlayground } from "#components/playground/image/image-room.tsx";

export const metadata: Metadata = { title: "Image · Playground" };

export default function ImagePlaygroundPage() {
  return <ImagePlayground />;
}
