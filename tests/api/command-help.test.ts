import { describe, expect, test } from "vitest";
import { commandRunner } from "#tests/support/commands/run-command.ts";
import { COMMANDS, type CommandName } from "#tests/support/servers/bundle.ts";

describe.each(Object.keys(COMMANDS) as CommandName[])("npm run %s", (name) => {
  test("explains itself when asked, and does nothing else", async () => {
    const run = await commandRunner(name);
    for (const parameters of [["--help"], ["-h"], ["verify", "--help"]]) {
      const { status, output } = run(parameters);
      expect(status).toBe(0);
      expect(output).toMatch(new RegExp(`^Usage:\\s+npm run ${name} -- `));
    }
  });

  test("names an option that it does not know, and shows its usage", async () => {
    const { status, output } = (await commandRunner(name))(["--bogus"]);
    expect(status).toBe(name === "config" ? 2 : 1);
    expect(output.split("\n")[0]).toBe("Unknown option '--bogus'");
    expect(output).toMatch(new RegExp(`\nUsage:\\s+npm run ${name} -- `));
  });

  test("shows its usage if it does not know what to do", async () => {
    const run = await commandRunner(name);
    // JavaScript finds `toString` in every list of commands by name.
    for (const parameters of [[], ["toString"]]) {
      const { status, output } = run(parameters);
      expect(status).toBe(name === "config" ? 2 : 1);
      expect(output).toMatch(new RegExp(`^Usage:\\s+npm run ${name} -- `));
    }
  });
});
