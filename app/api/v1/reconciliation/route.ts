import { handle } from "#server/http/handle.ts";
import { reconcileInvoice } from "#server/operations/reconciliation/reconcile-invoice.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(reconcileInvoice);
