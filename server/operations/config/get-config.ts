import { stringify } from "yaml";
import { getConfig as endpoint } from "#lib/contract/config.ts";
import { operation } from "#server/http/operation.ts";
import { exportDocument } from "./document/export-document.ts";
import { withReferencesOf } from "./document/known-references.ts";
import { rejectAmbiguous } from "./plan/make-plan.ts";
import { findAppliedDocument } from "./state/applied-document.ts";
import { readState } from "./state/read-state.ts";

export const getConfig = operation(endpoint)(async (gateway, { principal }) => {
  const { queries } = gateway.database;
  const { document, ambiguous } = await readState(gateway, queries, principal.organizationId);
  rejectAmbiguous(ambiguous);
  const applied = await findAppliedDocument(queries, principal.organizationId);
  const exported = exportDocument(applied ? withReferencesOf(document, applied.document) : document);
  return { data: { document: exported, yaml: stringify(exported, { lineWidth: 120, aliasDuplicateObjects: false }) } };
});
