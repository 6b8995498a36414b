import type { Metadata } from "next";
import { SetUp } from "#components/entry/set-up.tsx";

export const metadata: Metadata = { title: "Set up" };

export default function SetUpPage() {
  return <SetUp />;
}
