import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Not found" };

/** Any other address below the organization's: told inside the console, not outside of it. */
export default function NoSuchPage() {
  notFound();
}
