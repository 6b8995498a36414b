import { describe, expect, it } from "vitest";
import { type Claim, plainClaim, type Source } from "#server/catalogue/build/claim.ts";
import { consensus } from "#server/catalogue/build/consensus.ts";

const genai: Source = { id: "genai", revision: "1", asOf: "2026-09-01", rank: 3 };
const dev: Source = { id: "dev", revision: "1", asOf: "2026-07-01", rank: 2 };
const third: Source = { id: "third", revision: "1", asOf: "2026-08-01", rank: 1 };
const hand: Source = { id: "https://vendor.example/pricing", revision: "2026-11-01", asOf: "2026-11-01", rank: 4 };

const input = (source: Source, price: number, more: Partial<Claim> = {}): Claim => ({
  ...plainClaim(source, "input_tokens", price),
  ...more,
});
const rows = (...claims: Claim[]) => consensus("a/b@c", claims);
const only = (...claims: Claim[]) => {
  const found = rows(...claims);
  expect(found).toHaveLength(1);
  return found[0];
};

describe("sources that agree", () => {
  it("are accepted, and the nearest to the provider is named", () => {
    expect(only(input(third, 5), input(genai, 5))).toMatchObject({
      nanoUsdPerMillion: 5,
      source: "genai",
      asOf: "2026-09-01",
      agreeing: 2,
      disputed: false,
    });
  });

  it("outvote a third, which stays on record", () => {
    expect(only(input(genai, 7), input(dev, 5), input(third, 5))).toMatchObject({
      nanoUsdPerMillion: 5,
      disputed: false,
      dissent: [{ source: "genai", asOf: "2026-09-01", nanoUsdPerMillion: 7 }],
    });
  });

  it("one source alone is accepted but agrees with nobody", () => {
    const row = only(input(third, 5));
    expect(row).toMatchObject({ nanoUsdPerMillion: 5, disputed: false });
    expect(row?.agreeing).toBeUndefined();
  });
});

describe("sources that differ", () => {
  it("dispute the price: the first party settles, the highest reserves", () => {
    expect(only(input(dev, 5), input(third, 9))).toMatchObject({
      nanoUsdPerMillion: 5,
      source: "dev",
      disputed: true,
      reserveNanoUsdPerMillion: 9,
      dissent: [{ source: "third", nanoUsdPerMillion: 9 }],
    });
  });

  it("need no reserve price where the first party is the highest", () => {
    expect(only(input(genai, 9), input(third, 5))?.reserveNanoUsdPerMillion).toBeUndefined();
  });

  it("yield to a price copied from the vendor's own page", () => {
    expect(only(input(genai, 5), input(dev, 5), input(hand, 6))).toMatchObject({
      nanoUsdPerMillion: 6,
      disputed: false,
    });
  });

  it("are not in dispute over what one said before a change the other dates", () => {
    expect(only(input(genai, 9, { validFrom: "2026-08-15" }), input(dev, 5), input(third, 5))).toMatchObject({
      nanoUsdPerMillion: 9,
      disputed: false,
    });
  });
});

describe("tiers by prompt length", () => {
  it("are one tier when their starts differ by rounding, and hold from the lower start", () => {
    const found = rows(
      input(genai, 5),
      input(genai, 8, { minPromptTokens: 272_000 }),
      input(dev, 5),
      input(dev, 8, { minPromptTokens: 272_001 }),
    );
    expect(found.map((row) => [row.minPromptTokens, row.nanoUsdPerMillion, row.agreeing])).toEqual([
      [0, 5, 2],
      [272_000, 8, 2],
    ]);
  });

  it("are disputed when a source that lists tiers lists none", () => {
    const tier = rows(input(genai, 5), input(dev, 5), input(dev, 8, { minPromptTokens: 200_001 })).find(
      (row) => row.minPromptTokens > 0,
    );
    expect(tier).toMatchObject({ nanoUsdPerMillion: 5, disputed: true, reserveNanoUsdPerMillion: 8 });
  });

  it("that two sources deny are left out", () => {
    const found = rows(input(genai, 5), input(dev, 5), input(third, 5), input(third, 8, { minPromptTokens: 200_001 }));
    expect(found.map((row) => row.minPromptTokens)).toEqual([0]);
  });
});

describe("hours, days and service tiers", () => {
  const night = { startMinute: 60, endMinute: 240 };

  it("hours are kept beside the base price they belong to", () => {
    expect(rows(input(genai, 5), input(genai, 10, { hoursUtc: night })).map((row) => row.hoursUtc)).toEqual([
      undefined,
      night,
    ]);
  });

  it("hours of a source whose base price was outvoted are dropped", () => {
    const found = rows(input(genai, 6), input(genai, 10, { hoursUtc: night }), input(dev, 5), input(third, 5));
    expect(found.map((row) => row.nanoUsdPerMillion)).toEqual([5]);
  });

  it("a price that begins after the source's date is a row of its own", () => {
    expect(
      rows(input(genai, 5), input(genai, 6, { validFrom: "2027-01-01" })).map((row) => [
        row.nanoUsdPerMillion,
        row.validFrom,
      ]),
    ).toEqual([
      [5, undefined],
      [6, "2027-01-01"],
    ]);
  });

  it("a service tier is compared with itself only", () => {
    expect(
      rows(input(genai, 5), input(third, 3, { serviceTier: "flex" })).map((row) => [row.serviceTier, row.disputed]),
    ).toEqual([
      [null, false],
      ["flex", false],
    ]);
  });
});

it("a row's id names its content", () => {
  expect(only(input(genai, 5))?.id).toBe(only(input(genai, 5))?.id);
  expect(only(input(genai, 5))?.id).not.toBe(only(input(genai, 6))?.id);
});
