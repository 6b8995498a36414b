import type { Metadata } from "next";
import { PriceRefreshes } from "#components/prices/price-refreshes.tsx";

export const metadata: Metadata = { title: "Prices" };

export default function PricesPage() {
  return <PriceRefreshes />;
}
