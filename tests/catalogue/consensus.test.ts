import { describe, expect, it } from "vitest";
import { consensus } from "#server/catalogue/build/models/consensus.ts";
import { type Claim, plainClaim, type Source } from "#server/catalogue/build/sources/claim.ts";

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

const output = (source: Source, price: number, more: Partial<Claim> = {}): Claim => ({
  ...plainClaim(source, "output_tokens", price),
  ...more,
});
const flex = { serviceTier: "flex" };

describe("one source at one date", () => {
  const audio = (source: Source, price: number): Claim => ({ ...plainClaim(source, "input_audio_tokens", price) });
  const stated = (...claims: Claim[]) => rows(...claims).map(({ unit, source }) => [unit, source]);
  const tiered = [input(third, 5), output(third, 7), input(third, 2, flex), output(third, 3, flex)];

  it("has the newest prices of audio alongside an agreeing older list with service tiers that leaves audio out", () => {
    const newest = [input(genai, 5), output(genai, 7), audio(genai, 9)];
    expect(stated(...newest, ...tiered)).toEqual([
      ["input_audio_tokens", "genai"],
      ...["input_tokens", "input_tokens", "output_tokens", "output_tokens"].map((unit) => [unit, "third"]),
    ]);
    const other = [input(genai, 6), output(genai, 7), audio(genai, 9)];
    expect(new Set(stated(...other, ...tiered).map(([, source]) => source))).toEqual(new Set(["genai"]));
    // One that states another price of audio does not agree.
    expect(new Set(stated(...newest, ...tiered, audio(third, 8)).map(([, source]) => source))).toEqual(
      new Set(["genai"]),
    );
  });

  it("states all prices of a model endpoint, the newest", () => {
    const found = rows(
      input(dev, 5),
      input(third, 5),
      output(third, 7),
      input(third, 2, flex),
      input(genai, 6),
      output(genai, 7),
    );
    expect(found.map((row) => [row.unit, row.serviceTier, row.nanoUsdPerMillion, row.source])).toEqual([
      ["input_tokens", null, 6, "genai"],
      ["output_tokens", null, 7, "genai"],
    ]);
  });

  it("may be an older one that agrees and adds more", () => {
    const found = rows(input(genai, 5), output(genai, 7), input(third, 5), output(third, 7), input(third, 2, flex));
    expect(found.map((row) => [row.unit, row.serviceTier, row.nanoUsdPerMillion, row.source])).toEqual([
      ["input_tokens", null, 5, "third"],
      ["input_tokens", "flex", 2, "third"],
      ["output_tokens", null, 7, "third"],
    ]);
    expect(found.map((row) => [row.asOf, row.agreeing, row.disputed])).toEqual([
      ["2026-08-01", 2, false],
      ["2026-08-01", undefined, false],
      ["2026-08-01", 2, false],
    ]);
  });

  it("is never one that omits prices of the newest source or covers only a fragment", () => {
    const found = rows(
      input(genai, 5),
      output(genai, 7),
      input(third, 5),
      input(third, 2, flex),
      input(third, 3, { serviceTier: "priority" }),
    );
    expect(found.map((row) => row.source)).toEqual(["genai", "genai"]);
    const isPriced = (claims: readonly Claim[]) => claims.some(({ unit }) => unit === "output_tokens");
    const whole = consensus("a/b@c", [input(genai, 6), input(third, 5), output(third, 7)], isPriced);
    expect(whole.map((row) => [row.source, row.nanoUsdPerMillion, row.disputed])).toEqual([
      ["third", 5, true],
      ["third", 7, false],
    ]);
  });

  it("does not determine tool fees, which belong to the provider", () => {
    const fee = (source: Source, price: number) => plainClaim(source, "web_searches", price);
    const named = (...claims: Claim[]) => rows(...claims).map((row) => [row.unit, row.source, row.nanoUsdPerMillion]);
    expect(named(input(genai, 5), input(dev, 4), fee(dev, 9), fee(third, 10))).toEqual([
      ["input_tokens", "genai", 5],
      ["web_searches", "third", 10],
    ]);
    expect(named(input(genai, 5), fee(genai, 10), input(third, 5), input(third, 2, flex), fee(third, 10))).toEqual([
      ["input_tokens", "third", 5],
      ["input_tokens", "third", 2],
      ["web_searches", "third", 10],
    ]);
  });

  it("never overrides prices copied by hand from the provider's page", () => {
    const audio = plainClaim(hand, "input_audio_tokens", 40);
    const found = rows(input(genai, 5), output(genai, 6), audio, output(hand, 7));
    expect(found.map((row) => [row.unit, row.nanoUsdPerMillion, row.disputed])).toEqual([
      ["input_audio_tokens", 40, false],
      ["input_tokens", 5, false],
      ["output_tokens", 7, false],
    ]);
  });
});

describe("sources that agree", () => {
  it("are accepted, naming the newest", () => {
    expect(only(input(third, 5), input(genai, 5))).toMatchObject({
      nanoUsdPerMillion: 5,
      source: "genai",
      asOf: "2026-09-01",
      agreeing: 2,
      disputed: false,
    });
  });

  it("one source alone is accepted but not confirmed", () => {
    const row = only(input(third, 5));
    expect(row).toMatchObject({ nanoUsdPerMillion: 5, disputed: false });
    expect(row?.agreeing).toBeUndefined();
  });
});

describe("sources that differ", () => {
  it("dispute the price: the newest is charged, the highest reserved", () => {
    expect(only(input(dev, 9), input(third, 5))).toMatchObject({
      nanoUsdPerMillion: 5,
      source: "third",
      disputed: true,
      reserveNanoUsdPerMillion: 9,
      dissent: [{ source: "dev", nanoUsdPerMillion: 9 }],
    });
  });

  it("dispute the price even if most of them agree", () => {
    expect(only(input(genai, 7), input(dev, 5), input(third, 5))).toMatchObject({
      nanoUsdPerMillion: 7,
      source: "genai",
      disputed: true,
      dissent: [
        { source: "dev", nanoUsdPerMillion: 5 },
        { source: "third", nanoUsdPerMillion: 5 },
      ],
    });
  });

  it("need no separate reserve price if the newest is the highest", () => {
    expect(only(input(genai, 9), input(third, 5))?.reserveNanoUsdPerMillion).toBeUndefined();
  });

  it("yield to a price copied from the provider's own page", () => {
    expect(only(input(genai, 5), input(dev, 5), input(hand, 6))).toMatchObject({
      nanoUsdPerMillion: 6,
      disputed: false,
    });
  });

  it("do not dispute a change that only the older source lacks", () => {
    expect(only(input(genai, 9, { validFrom: "2026-08-15" }), input(dev, 5), input(third, 5))).toMatchObject({
      nanoUsdPerMillion: 9,
      disputed: false,
    });
  });

  it("dispute a change that sources read later do not have", () => {
    expect(only(input(genai, 9, { validFrom: "2026-06-16" }), input(dev, 5), input(third, 5))).toMatchObject({
      nanoUsdPerMillion: 9,
      source: "genai",
      disputed: true,
    });
  });
});

describe("tiers by prompt length", () => {
  it("are merged at the lower start if their starts differ only by rounding", () => {
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

  it("are disputed if a source that lists tiers lists none", () => {
    const tier = rows(input(genai, 5), input(dev, 5), input(dev, 8, { minPromptTokens: 200_001 })).find(
      (row) => row.minPromptTokens > 0,
    );
    expect(tier).toMatchObject({ nanoUsdPerMillion: 5, disputed: true, reserveNanoUsdPerMillion: 8 });
  });

  it("are still disputed if the newest source and another lack them", () => {
    const found = rows(input(genai, 5), input(dev, 5), input(third, 5), input(third, 8, { minPromptTokens: 200_001 }));
    expect(found.map((row) => [row.minPromptTokens, row.nanoUsdPerMillion, row.disputed])).toEqual([
      [0, 5, false],
      [200_001, 5, true],
    ]);
  });
});

describe("hours, days and service tiers", () => {
  const night = { startMinute: 60, endMinute: 240 };

  it("hours are stored next to their base price", () => {
    expect(rows(input(genai, 5), input(genai, 10, { hoursUtc: night })).map((row) => row.hoursUtc)).toEqual([
      undefined,
      night,
    ]);
  });

  it("hours of a source that is not the newest are dropped", () => {
    const found = rows(input(dev, 6), input(dev, 10, { hoursUtc: night }), input(third, 5));
    expect(found.map((row) => row.nanoUsdPerMillion)).toEqual([5]);
  });

  it("a price that starts after the source's date is a separate row", () => {
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

  it("a service tier is compared only with itself", () => {
    const found = rows(input(genai, 5), input(genai, 2, flex), input(third, 5), input(third, 3, flex));
    expect(found.map((row) => [row.serviceTier, row.nanoUsdPerMillion, row.disputed])).toEqual([
      [null, 5, false],
      ["flex", 2, true],
    ]);
  });
});

it("a row's id is derived from its content", () => {
  expect(only(input(genai, 5))?.id).toBe(only(input(genai, 5))?.id);
  expect(only(input(genai, 5))?.id).not.toBe(only(input(genai, 6))?.id);
});
