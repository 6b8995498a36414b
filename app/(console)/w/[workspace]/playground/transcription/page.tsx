import type { Metadata } from "next";
import { TranscriptionPlayground } from "#components/playground/transcription/transcription-room.tsx";

export const metadata: Metadata = { title: "Transcription · Playground" };

export default function TranscriptionPlaygroundPage() {
  return <TranscriptionPlayground />;
}
