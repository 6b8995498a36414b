import { DocsOverview } from "#components/docs/docs-overview.tsx";

export default function DocsPage() {
  return <DocsOverview />;
}
