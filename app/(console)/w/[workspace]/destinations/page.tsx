import type { Metadata } from "next";
import { Destinations } from "#components/destinations/destinations.tsx";

export const metadata: Metadata = { title: "Destinations" };

export default function DestinationsPage() {
  return <Destinations />;
}
