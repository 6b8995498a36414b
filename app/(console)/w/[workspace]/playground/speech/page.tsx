import type { Metadata } from "next";
import { SpeechPlayground } from "#components/playground/speech/speech-playground.tsx";

export const metadata: Metadata = { title: "Speech · Playground" };

export default function SpeechPlaygroundPage() {
  return <SpeechPlayground />;
}
