import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationPage } from "#components/docs/operation-page.tsx";
import { operationById } from "#lib/docs/reference.ts";

type Props = { params: Promise<{ operation: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: operationById((await params).operation)?.summary ?? "Not found" };
}

export default async function DocsOperationPage({ params }: Props) {
  const operation = operationById((await params).operation);
  if (!operation) notFound();
  return <OperationPage operation={operation} />;
}
