import type { Client } from "#lib/docs/client.ts";
import { clients } from "#lib/docs/connect.ts";
import { groups } from "#lib/docs/groups.ts";
import type { Operation } from "#lib/docs/reference.ts";
import type { Field } from "#lib/docs/schema-fields.ts";
import type { DocsPage } from "./docs-navigation.tsx";
import { guides } from "./guides.ts";
import { ORIGIN } from "./origin-text.ts";

const CLIENTS = clients(ORIGIN);

/** Returns the client with a page at /docs/connect/<id>. */
export function clientById(id: string): Client | undefined {
  return CLIENTS.find((client) => client.id === id);
}

/** Every page of the documentation, with its search terms. */
export const docsPages: readonly DocsPage[] = [
  { href: "/docs", title: "Overview", group: "Start", words: "overview start errors authentication base url" },
  {
    href: "/docs/connect",
    title: "Connect a client",
    group: "Start",
    words: "connect a client sdk openai anthropic openrouter ai sdk curl agent base url",
  },
  ...CLIENTS.map(({ id, name }) => ({
    href: `/docs/connect/${id}`,
    title: name,
    group: "Connect",
    words: `connect ${name}`.toLowerCase(),
  })),
  ...guides.map(({ slug, title, markdown }) => ({
    href: `/docs/${slug}`,
    title,
    group: "Guides",
    words: `${title} ${[...markdown.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading).join(" ")}`.toLowerCase(),
  })),
  ...[...groups].flatMap(([group, operations]) => operations.map((operation) => pageOf(operation, group))),
];

function pageOf(operation: Operation, group: string): DocsPage {
  const { id, path, summary, resource, method, parameters, body } = operation;
  const fields = namesOf([...parameters.path, ...parameters.query, ...body]);
  return {
    href: `/docs/${id}`,
    title: summary,
    group,
    method,
    words: [id, method, path, summary, resource, group, ...fields].join(" ").toLowerCase(),
  };
}

function namesOf(fields: readonly Field[]): string[] {
  return fields.map(({ name }) => name);
}
