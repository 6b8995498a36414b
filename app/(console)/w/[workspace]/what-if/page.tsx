import type { Metadata } from "next";
import { WhatIf } from "#components/what-if/what-if.tsx";

export const metadata: Metadata = { title: "What-if" };

export default function WhatIfPage() {
  return <WhatIf />;
}
