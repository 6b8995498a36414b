import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ClientPage } from "#components/docs/client-page.tsx";
import { clientById } from "#components/docs/docs-pages.ts";

type Props = { params: Promise<{ client: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: clientById((await params).client)?.name ?? "Not found" };
}

export default async function DocsClientPage({ params }: Props) {
  const client = clientById((await params).client);
  if (!client) notFound();
  return <ClientPage client={client} />;
}
