import { type CsvValue, csvLine } from "#lib/csv/csv-line.ts";
import { tagParts } from "#lib/generations/tags.ts";
import { usdDecimal } from "#lib/nano-usd.ts";
import { type EndpointCharge, readEndpointCharges } from "#server/data/tag-charges.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ChargebackScope } from "./chargeback-scope.ts";

const DAY_MS = 86_400_000;

/**
 * One FOCUS row: a day's charges for one endpoint to one workspace, user and key, which either the gateway or a
 * provider invoices.
 */
type Row = {
  charge: EndpointCharge;
  isByok: boolean;
  nanoUsd: bigint;
  /** Whether this row counts the requests and tokens, if the gateway and a provider both charge for them. */
  isCounted: boolean;
  provider: string;
  issuer: { id: string; name: string };
  day: string;
  nextDay: string;
  month: string;
  nextMonth: string;
};

/**
 * The columns of FOCUS 1.2 (https://focus.finops.org, `specification/columns`): the 21 mandatory ones, and the
 * conditional and recommended ones for which the ledger has values, then our own. A BYOK charge is billed by the
 * provider, so its `BilledCost` is 0. A row adds up units of different prices, so it has no unit price.
 */
const COLUMNS: Record<string, (row: Row) => CsvValue> = {
  BilledCost: ({ isByok, nanoUsd }) => usd(isByok ? 0n : nanoUsd),
  BillingAccountId: ({ issuer }) => issuer.id,
  BillingAccountName: ({ issuer }) => issuer.name,
  BillingCurrency: () => "USD",
  BillingPeriodEnd: ({ nextMonth }) => nextMonth,
  BillingPeriodStart: ({ month }) => month,
  ChargeCategory: () => "Usage",
  ChargeClass: () => null,
  ChargeDescription: ({ charge, isByok }) =>
    `Requests to ${charge.model ?? "an unknown model"}${isByok ? " with the customer's provider key" : ""}`,
  ChargeFrequency: () => "Usage-Based",
  ChargePeriodEnd: ({ nextDay }) => nextDay,
  ChargePeriodStart: ({ day }) => day,
  ConsumedQuantity: quantityOf,
  ConsumedUnit: () => "Requests",
  ContractedCost: ({ nanoUsd }) => usd(nanoUsd),
  EffectiveCost: ({ nanoUsd }) => usd(nanoUsd),
  InvoiceIssuerName: ({ isByok, provider, issuer }) => (isByok ? provider : issuer.name),
  ListCost: ({ nanoUsd }) => usd(nanoUsd),
  PricingCategory: () => "Standard",
  PricingQuantity: quantityOf,
  PricingUnit: () => "Requests",
  ProviderName: ({ provider }) => provider,
  PublisherName: ({ charge, provider }) => authorOf(charge) ?? provider,
  ResourceId: ({ charge }) => charge.keyHash,
  ResourceName: ({ charge }) => charge.keyName,
  ResourceType: ({ charge }) => charge.keyHash && "API key",
  ServiceCategory: () => "AI and Machine Learning",
  ServiceName: ({ provider }) => provider,
  ServiceSubcategory: () => "Generative AI",
  SkuId: ({ charge, provider }) => charge.modelEndpoint ?? charge.model ?? provider,
  SubAccountId: ({ charge }) => charge.workspaceId,
  SubAccountName: ({ charge }) => charge.workspaceName,
  Tags: ({ charge }) => charge.tags && tagsObject(charge.tags),
  x_CompletionTokens: ({ charge, isCounted }) => (isCounted ? charge.tokensCompletion : 0),
  x_IsByok: ({ isByok }) => isByok,
  x_Model: ({ charge }) => charge.model,
  x_PromptTokens: ({ charge, isCounted }) => (isCounted ? charge.tokensPrompt : 0),
  x_UserEmail: ({ charge }) => charge.userEmail,
  x_UserId: ({ charge }) => charge.userId,
  x_UserName: ({ charge }) => charge.userName,
};

/** Yields the report in FOCUS 1.2: a header, then the rows of each day. */
export async function* focusLines(
  gateway: Gateway,
  { filter }: ChargebackScope,
  issuer: Row["issuer"],
): AsyncGenerator<string, void> {
  const values = Object.values(COLUMNS);
  const names = new Map(gateway.catalogue.providers().map(({ id, name }) => [id, name]));
  let header = csvLine(Object.keys(COLUMNS));
  for (let day = filter.from; day < filter.to; day += DAY_MS) {
    const bounds = { from: day, to: day + DAY_MS };
    const { rows } = await gateway.database.read((pool) => readEndpointCharges(pool, { ...filter, ...bounds }));
    const period = {
      day: timeOf(day),
      nextDay: timeOf(day + DAY_MS),
      month: timeOf(filter.from),
      nextMonth: timeOf(filter.to),
    };
    const lines = rows.flatMap((charge) => {
      const provider = charge.provider ? (names.get(charge.provider) ?? charge.provider) : issuer.name;
      return rowsOf(charge).map((row) =>
        csvLine(values.map((of) => of({ ...row, ...period, charge, provider, issuer }))),
      );
    });
    yield header + lines.join("");
    header = "";
  }
}

/** Splits a charge by who invoices it. Failed requests without a cost are not charges. */
function rowsOf({ costNanoUsd, byokNanoUsd, provider }: EndpointCharge) {
  const isFree = costNanoUsd === 0n && byokNanoUsd === 0n;
  if (isFree && provider === null) return [];
  const paid = { isByok: false, nanoUsd: costNanoUsd, isCounted: true };
  if (byokNanoUsd === 0n) return [paid];
  const byok = { isByok: true, nanoUsd: byokNanoUsd, isCounted: true };
  return costNanoUsd === 0n ? [byok] : [byok, { ...paid, isCounted: false }];
}

function quantityOf({ charge, isCounted }: Row): number {
  return isCounted ? charge.requests : 0;
}

/** Tags as an object: a name without a value is true, and several values of one name are joined. */
function tagsObject(tags: readonly string[]): string {
  const values = new Map<string, string | true>();
  for (const tag of tags) {
    const { name, value } = tagParts(tag);
    const known = values.get(name);
    if (value === null) values.set(name, known ?? true);
    else values.set(name, typeof known === "string" ? `${known}, ${value}` : value);
  }
  return JSON.stringify(Object.fromEntries(values));
}

/** The author in a model's id, `author/slug`. */
function authorOf({ model }: EndpointCharge): string | undefined {
  return model?.includes("/") ? model.split("/")[0] : undefined;
}

function usd(nanoUsd: bigint): CsvValue {
  return { decimal: usdDecimal(nanoUsd) };
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
