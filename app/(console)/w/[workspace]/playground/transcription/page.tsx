import type { Metadata } from "next";
import { TranscriptionPlayground } from "#components/playground/transcription/transcription-playground.tsx";

export const metadata: Metadata = { title: "Transcription · Playground" };

export default function TranscriptionPlaygroundPage() {
  return <TranscriptionPlayground />;
}
