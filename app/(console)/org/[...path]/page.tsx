import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Not found" };

/** Shows unknown addresses below the organization's inside the console. */
export default function NoSuchPage() {
  notFound();
}
