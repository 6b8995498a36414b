import { existsSync, globSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

const text = (file: string) => readFileSync(file, "utf8");
const json = (file: string) => JSON.parse(text(file));

describe("license and notices", () => {
  test("package.json and LICENSE name the same license", () => {
    expect(json("package.json").license).toBe("Apache-2.0");
    expect(json("package-lock.json").packages[""].license).toBe("Apache-2.0");
    expect(text("LICENSE")).toMatch(/^\s*Apache License\s+Version 2\.0, January 2004/);
  });

  test("NOTICE names each source of the catalogue with its license", () => {
    const notice = text("NOTICE");
    for (const { source, license } of json("server/catalogue/snapshot/notices.json"))
      expect(notice).toMatch(new RegExp(`^- ${source}\\b.*: ${license}$`, "m"));
  });

  test("every file with third-party notices is named in NOTICE, and no other", () => {
    const named = [...text("NOTICE").matchAll(/\(([\w/.-]+\.(?:md|txt))\)/g)].map(([, file]) => file);
    const found = globSync("{app,components,lib,server,public}/**/{LICENSE,NOTICE,NOTICES}*.{md,txt}");
    expect(named.sort()).toEqual(found.sort());
  });
});

describe("public files", () => {
  const { icons } = json("public/site.webmanifest");

  test.each(icons as { src: string; sizes: string; type: string }[])(
    "$src has the size and type that the manifest declares",
    async (icon) => {
      const { format, width, height } = await sharp(`public${icon.src}`).metadata();
      expect(`image/${format}`).toBe(icon.type.replace("+xml", ""));
      if (icon.sizes !== "any") expect(`${width}x${height}`).toBe(icon.sizes);
    },
  );

  test("the icon for Apple's home screen has 180 pixels and no transparent corners", async () => {
    const { width, height } = await sharp("public/apple-touch-icon.png").metadata();
    expect([width, height]).toEqual([180, 180]);
    expect((await sharp("public/apple-touch-icon.png").stats()).isOpaque).toBe(true);
  });

  test("robots.txt excludes every crawler", () => {
    expect(text("public/robots.txt")).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  });
});

describe("the project's entry documents", () => {
  test("CI runs the two commands at the start of the README", () => {
    const [, start = ""] = /## Start\s+```sh\n([\s\S]*?)```/.exec(text("README.md")) ?? [];
    const commands = start.split("\n").flatMap((line) => /^npm \w+/.exec(line)?.[0] ?? []);
    expect(commands).toEqual(["npm start", "npm test"]);
    const workflow = text(".github/workflows/ci.yml");
    for (const command of commands) expect(workflow).toMatch(new RegExp(`^\\s+(?:- run: )?${command}\\b`, "m"));
  });

  test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])("%s names only existing files", (file) => {
    const links = [...text(file).matchAll(/(?:\]\(|src(?:set)?=")((?!https?:|#)[^)"]+)/g)].map(
      ([, path]) => path as string,
    );
    const code = [...text(file).matchAll(/`((?:app|components|lib|server|tests|public)\/[\w/.-]+\.\w+)`/g)].map(
      ([, path]) => path as string,
    );
    expect([...links, ...code].filter((path) => !existsSync(path))).toEqual([]);
  });

  test("README links to each guide", () => {
    const guides = globSync("app/docs/guides/*.md");
    expect(guides.filter((file) => !text("README.md").includes(`](${file})`))).toEqual([]);
  });

  test("README names only existing commands", () => {
    const scripts = Object.keys(json("package.json").scripts);
    const named = [...text("README.md").matchAll(/`(?:npm run |(?=bench:))([\w:-]+)/g)].map(
      ([, name]) => name as string,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });
});
