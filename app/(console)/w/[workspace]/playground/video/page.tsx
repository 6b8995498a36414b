import type { Metadata } from "next";
import { VideoPlayground } from "#components/playground/video/video-room.tsx";

export const metadata: Metadata = { title: "Video · Playground" };

export default function VideoPlaygroundPage() {
  return <VideoPlayground />;
}
