import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuidePage } from "#components/docs/guide-page.tsx";
import { guideBySlug } from "#components/docs/guides.ts";
import { OperationPage } from "#components/docs/operation-page.tsx";
import { operationById } from "#lib/docs/reference.ts";

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page } = await params;
  return { title: operationById(page)?.summary ?? guideBySlug(page)?.title ?? "Not found" };
}

export default async function DocsPage({ params }: Props) {
  const { page } = await params;
  const guide = guideBySlug(page);
  if (guide) return <GuidePage guide={guide} />;
  const operation = operationById(page);
  if (!operation) notFound();
  return <OperationPage operation={operation} />;
}
