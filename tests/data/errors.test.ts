import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

describe.each(databases)("an error of %s", (_name, open) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());

  test("does not affect the next query", async () => {
    const { pool } = opened.database;
    for (let time = 0; time < 10; time++) {
      await expect(pool.query("select 1/0")).rejects.toThrow("division by zero");
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    }
  });

  test("in a transaction rolls it back and does not affect the next query", async () => {
    const { queries, pool } = opened.database;
    const failing = queries.transaction(async (transaction) => {
      await transaction.execute("insert into setting (name, value) values ('half', 'done')");
      await transaction.execute("select 1/0");
    });
    await expect(failing).rejects.toThrow();
    expect((await pool.query("select * from setting where name = 'half'")).rows).toEqual([]);
  });
});
