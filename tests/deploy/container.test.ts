import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NODE_FLAGS, NODE_VARIABLES } from "#server/cli/node-flags.mjs";
import { readEnvironment } from "#server/env.ts";

const dockerfile = readFileSync("Dockerfile", "utf8");

test("the container runs Node with the flags and variables of npm start", () => {
  const [, list = "[]"] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
  const flags = (JSON.parse(list) as string[]).slice(1, -2);
  expect(flags).toEqual(NODE_FLAGS);
  const variables = /^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(" ");
  for (const [name, value] of Object.entries(NODE_VARIABLES)) expect(variables).toContain(`${name}=${value}`);
});

test("the container runs the pinned Node as an unprivileged user", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const [major] = dependencies.node.split(".");
  expect(dockerfile).toMatch(new RegExp(`^FROM node:${major}-`, "m"));
  expect(dockerfile).toContain("node_modules/node/bin/node /usr/local/bin/node");
  expect(dockerfile.match(/^FROM .*$/gm)?.at(-1)).toMatch(/:nonroot$/);
});

test("the variables in compose.yaml are valid", () => {
  const compose = readFileSync("compose.yaml", "utf8");
  const [, block = ""] = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(compose) ?? [];
  const variables = Object.fromEntries(
    [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name, value]) => [
      name as string,
      (value as string).replace(/\$\{\w+:-(.*?)\}/, "$1"),
    ]),
  );
  expect(Object.keys(variables)).toContain("DATABASE_URL");
  expect(readEnvironment(variables)).toMatchObject({ S3_BUCKET: "switchboard", PUBLIC_URL: "http://localhost:3000" });
});
