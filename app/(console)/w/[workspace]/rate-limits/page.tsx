import type { Metadata } from "next";
import { RateLimitPage } from "#components/rate-limits/rate-limit-page.tsx";

export const metadata: Metadata = { title: "Rate limits" };

export default function WorkspaceRateLimitsPage() {
  return <RateLimitPage />;
}
