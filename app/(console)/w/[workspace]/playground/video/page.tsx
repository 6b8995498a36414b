import type { Metadata } from "next";
import { VideoPlayground } from "#components/playground/video/video-playground.tsx";

export const metadata: Metadata = { title: "Video · Playground" };

export default function VideoPlaygroundPage() {
  return <VideoPlayground />;
}
