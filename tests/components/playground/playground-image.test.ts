import { describe, expect, test } from "vitest";
import { ANY_ABILITIES, type ImageAbilities } from "#components/playground/image/image-abilities.ts";
import { changedCount, type ImageForm, imageBody, readForm } from "#components/playground/image/image-form.ts";
import {
  addPiece,
  emptyOutput,
  type GeneratedImage,
  requireComplete,
} from "#components/playground/image/image-output.ts";
import { imageRequest } from "#components/playground/image/image-request.ts";
import { firstProblem, problemsOf } from "#components/playground/image/image-rules.ts";
import { addressesIn, fileProblem, type Reference, referenceOf } from "#components/playground/image/references.ts";
import { ImageRequest } from "#lib/contract/images.ts";

const FORM = readForm({ prompt: "A red cube" });
const FEW: ImageAbilities = {
  supports_streaming: false,
  supported_parameters: {
    n: { type: "range", min: 1, max: 10 },
    aspect_ratio: { type: "enum", values: ["1:1", "16:9"] },
    size: { type: "enum", values: ["1024x1024", "1536x1024"] },
    input_references: { type: "range", min: 0, max: 2 },
  },
};
const NONE: ImageAbilities = { supports_streaming: false, supported_parameters: {} };

function addresses(count: number): readonly Reference[] {
  return addressesIn(Array.from({ length: count }, (_, at) => `https://example.com/${at}.png`).join("\n")).references;
}

type Case = [change: Partial<ImageForm>, field: keyof ImageForm | undefined, problem?: RegExp];

const CASES: Case[] = [
  [{}, undefined],
  [{ prompt: " \n" }, "prompt", /Describe the image/],
  [{ count: 10 }, undefined],
  [{ count: 11 }, "count", /from 1 to 10/],
  [{ count: 0 }, "count"],
  [{ count: 1.5 }, "count"],
  [{ size: "1536x1024" }, undefined],
  [{ size: "auto" }, undefined],
  [{ size: "2K" }, undefined],
  [{ size: "wide" }, "size", /width x height/],
  [{ size: "0x1024" }, "size"],
  [{ size: "1536x1024", aspect: "3:2", resolution: "1K" }, undefined],
  [{ size: "1536x1024", aspect: "1:1" }, "size", /not match aspect ratio 1:1\. Set the aspect ratio to auto/],
  [{ size: "1536x1024", resolution: "4K" }, "size", /not match resolution 4K\. Set the resolution to auto/],
  [{ size: "2K", resolution: "4K" }, "size"],
  [{ background: "transparent" }, undefined],
  [{ background: "transparent", format: "png" }, undefined],
  [{ background: "transparent", format: "webp" }, undefined],
  [{ background: "transparent", format: "jpeg" }, "background", /png or webp, not jpeg/],
  [{ background: "transparent", format: "svg" }, "background"],
  [{ background: "opaque", format: "jpeg" }, undefined],
  [{ compression: 80, format: "webp" }, undefined],
  [{ compression: 0, format: "jpeg" }, undefined],
  [{ compression: 80 }, "compression", /Compression needs the format webp or jpeg/],
  [{ compression: 80, format: "png" }, "compression"],
  [{ compression: 101, format: "jpeg" }, "compression", /from 0 to 100/],
  [{ compression: 1.5, format: "jpeg" }, "compression"],
  [{ seed: -7 }, undefined],
  [{ seed: 0.5 }, "seed"],
  [{ references: addresses(16) }, undefined],
  [{ references: addresses(17) }, "references", /at most 16 references \(now 17\)/],
  [{ unfinished: true, partials: 3 }, undefined],
  [{ unfinished: true, partials: 4 }, "partials", /from 1 to 3/],
  [{ unfinished: false, partials: 4 }, undefined],
];

describe("the rules of a request", () => {
  test.each(CASES)("%j: %s", (change, field, problem) => {
    const form = { ...FORM, ...change };
    const problems = problemsOf(form, ANY_ABILITIES);
    expect(Object.keys(problems)).toEqual(field ? [field] : []);
    if (problem && field) expect(problems[field]).toMatch(problem);
  });

  test.each(CASES)("match the gateway's: %j", (change, field) => {
    const body = imageBody("local/poster", { ...FORM, ...change }, ANY_ABILITIES);
    // A prompt of only spaces is empty once it is trimmed.
    expect(ImageRequest.safeParse(body).success).toBe(field === undefined);
  });

  test("are listed in form order, with the names of settings", () => {
    expect(firstProblem(problemsOf({ ...FORM, prompt: "", count: 0 }, ANY_ABILITIES))).toMatch(/^Describe/);
    const several = problemsOf({ ...FORM, compression: 3, size: "wide" }, ANY_ABILITIES);
    expect(firstProblem(several)).toMatch(/^Settings, size: Enter pixels/);
    expect(firstProblem({})).toBeUndefined();
  });

  test.each([
    [FEW, 2, undefined],
    [FEW, 3, "This model accepts at most 2 references (now 3)."],
    [NONE, 1, "This model does not accept reference images. Remove them or choose another model."],
  ])("too many references for the model are rejected", (abilities, count, problem) => {
    expect(problemsOf({ ...FORM, references: addresses(count) }, abilities).references).toBe(problem);
  });

  test("references that are too large in total are rejected", () => {
    const references = [1, 2].map((at) => referenceOf(`${at}.png`, "data:image/png;base64,AAAA", 25_000_000));
    expect(problemsOf({ ...FORM, references }, ANY_ABILITIES).references).toMatch(/45 MB/);
  });
});

describe("a body", () => {
  test("has the settings under the API's names", () => {
    const form = {
      ...FORM,
      prompt: " A red cube ",
      count: 2,
      aspect: "16:9",
      resolution: "2K",
      quality: "high",
      seed: 7,
    };
    const words = { ...form, background: "opaque", format: "jpeg", compression: 40, unfinished: true, partials: 1 };
    const body = imageBody("m", { ...words, references: addresses(1) }, ANY_ABILITIES);
    expect(body).toEqual({
      model: "m",
      prompt: "A red cube",
      n: 2,
      aspect_ratio: "16:9",
      resolution: "2K",
      quality: "high",
      seed: 7,
      background: "opaque",
      output_format: "jpeg",
      output_compression: 40,
      stream: true,
      partial_images: 1,
      input_references: [{ type: "image_url", image_url: { url: "https://example.com/0.png" } }],
    });
    expect(changedCount(words, ANY_ABILITIES)).toBe(9);
  });

  test("has no unsupported or unset fields", () => {
    const form = {
      ...FORM,
      aspect: "4:3",
      quality: "high",
      seed: 7,
      compression: 3,
      unfinished: true,
      size: "640x480",
    };
    expect(imageBody("m", form, FEW)).toEqual({ model: "m", prompt: "A red cube" });
    expect(imageBody("m", { ...form, aspect: "16:9", size: "1536x1024" }, FEW)).toMatchObject({
      aspect_ratio: "16:9",
      size: "1536x1024",
    });
    expect(problemsOf(form, FEW)).toEqual({});
    expect(changedCount(form, FEW)).toBe(0);
  });
});

describe("a restored form", () => {
  test("is restored without missing files, and anything else becomes the default", () => {
    const file = referenceOf("cube.png", "data:image/png;base64,AAAA", 3);
    const form = { ...FORM, count: 3, size: "2K", seed: 0, references: [...addresses(1), file] };
    expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(JSON.stringify(form)).not.toContain("base64");
    const later = readForm({ ...form, references: [...addresses(1), { ...file, id: "of another visit" }] });
    expect(later.references.map(({ name }) => name)).toEqual(["https://example.com/0.png"]);
    expect(readForm({ count: "2", seed: null, unfinished: "yes", references: "none" })).toEqual({
      ...FORM,
      prompt: "",
    });
  });
});

describe("references", () => {
  test.each([
    [{ name: "a.png", type: "image/png", size: 10 }, undefined],
    [{ name: "a.txt", type: "text/plain", size: 10 }, "a.txt is not a PNG, JPEG, WebP or GIF image."],
    [{ name: "a.png", type: "image/png", size: 0 }, "a.png is empty."],
    [{ name: "a.png", type: "image/png", size: 45_000_001 }, "a.png is larger than 45 MB."],
  ])("a file %j", (file, problem) => {
    expect(fileProblem(file)).toBe(problem);
  });

  test("can be URLs within other text", () => {
    const { references, wrong } = addressesIn("https://example.com/a.png\n http://example.com/b.png ftp://c.png cube");
    expect(references.map(({ address }) => address)).toEqual(["https://example.com/a.png", "http://example.com/b.png"]);
    expect(wrong).toEqual(["ftp://c.png", "cube"]);
  });
});

describe("the result", () => {
  const all = (pieces: readonly object[], start: GeneratedImage = emptyOutput({ prompt: "p", n: 2, seed: 3 })) =>
    pieces.reduce<GeneratedImage>((made, piece) => addPiece(made, piece as Record<string, unknown>), start);
  const partial = { type: "image_generation.partial_image", b64_json: "iVBORw0K", partial_image_index: 0 };
  const completed = { type: "image_generation.completed", b64_json: "AAAA", media_type: "image/webp" };

  test("of a whole response", () => {
    const data = [{ b64_json: "/9j/AAA=", revised_prompt: "a cube" }, { b64_json: "PHN2ZyA=" }, {}];
    const made = requireComplete(all([{ data, usage: { total_tokens: 12 } }]));
    expect(made).toMatchObject({ prompt: "p", requestedCount: 2, seed: 3, tokens: 12 });
    expect(made.images).toEqual([
      {
        place: 0,
        source: "data:image/jpeg;base64,/9j/AAA=",
        mediaType: "image/jpeg",
        sizeBytes: 5,
        revisedPrompt: "a cube",
      },
      { place: 1, source: "data:image/svg+xml;base64,PHN2ZyA=", mediaType: "image/svg+xml", sizeBytes: 5 },
    ]);
  });

  test("of a stream replaces a partial image with the final one", () => {
    const begun = all([partial, completed, partial]);
    expect(begun.images.map(({ source }) => source)).toEqual(["data:image/webp;base64,AAAA"]);
    expect(begun.unfinished).toMatchObject({ place: 1, source: "data:image/png;base64,iVBORw0K" });
    expect(() => requireComplete(begun)).toThrow("before the image was complete");
    const made = requireComplete(all([{ ...completed, usage: { total_tokens: 5 } }], begun));
    expect([made.images.length, made.unfinished, made.tokens]).toEqual([2, undefined, 5]);
  });

  test("of a failure has its status", () => {
    const failed = () => all([partial, { type: "error", error: { code: 529, message: "Overloaded" } }]);
    expect(failed).toThrow(expect.objectContaining({ status: 529, message: "Overloaded" }));
    expect(() => requireComplete(all([]))).toThrow("before the image was complete");
  });
});

describe("the code", () => {
  test("leaves a placeholder for a file's content", () => {
    const references = [referenceOf("cube.png", "data:image/png;base64,iVBORw0KAAAA", 9)];
    const { body, openai } = imageRequest(imageBody("m", { ...FORM, references }, ANY_ABILITIES));
    expect(body.input_references).toEqual([{ type: "image_url", image_url: { url: "data:image/png;base64,…" } }]);
    expect(openai).toBeUndefined();
  });

  test.each([
    [{ count: 2, size: "1024x1024", format: "webp", compression: 40 }, true],
    [{ unfinished: true }, true],
    [{ seed: 1 }, false],
    [{ aspect: "16:9" }, false],
    [{ resolution: "2K" }, false],
  ])("uses OpenAI's packages if they support the fields: %j", (change, fits) => {
    expect(imageRequest(imageBody("m", { ...FORM, ...change }, ANY_ABILITIES)).openai !== undefined).toBe(fits);
  });
});
