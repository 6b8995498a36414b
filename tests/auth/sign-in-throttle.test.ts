import { expect, test } from "vitest";
import { limiters } from "#server/auth/limiter.ts";
import { createSignInThrottle, networkOf } from "#server/auth/sign-in-throttle.ts";
import { HttpError } from "#server/errors.ts";

const wrong = () => Promise.reject(new HttpError(401, "Wrong email or password"));
const right = () => Promise.resolve("signed in");
const open = () => createSignInThrottle(limiters(undefined));

async function statusOf(attempt: Promise<unknown>): Promise<number> {
  try {
    await attempt;
    return 200;
  } catch (error) {
    return (error as HttpError).status;
  }
}

async function guessWrong(throttle: ReturnType<typeof open>, address: string, account: string, times: number) {
  const statuses = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push(await statusOf(throttle.guess(address, account, wrong)));
  return statuses;
}

test("an account allows ten wrong guesses per minute from one network", async () => {
  const throttle = open();
  expect(await guessWrong(throttle, "192.0.2.1", "ada", 11)).toEqual([...Array(10).fill(401), 429]);
  expect(await statusOf(throttle.guess("192.0.2.1", "ada", right))).toBe(429);
  expect(await statusOf(throttle.guess("198.51.100.7", "ada", right))).toBe(200);
});

test("correct guesses are not counted", async () => {
  const throttle = open();
  for (let turn = 0; turn < 30; turn += 1) expect(await statusOf(throttle.guess("192.0.2.1", "ada", right))).toBe(200);
});

test("a network that guesses at many accounts is slowed down but never locked out", async () => {
  const throttle = open();
  for (let account = 0; account < 6; account += 1) await guessWrong(throttle, "192.0.2.1", `other ${account}`, 10);
  expect(await guessWrong(throttle, "192.0.2.1", "next", 3)).toEqual([401, 401, 429]);
  expect(await statusOf(throttle.guess("192.0.2.1", "ada", right))).toBe(200);
});

test("an account under attack from many networks still admits its owner", async () => {
  const throttle = open();
  for (let network = 0; network < 10; network += 1) await guessWrong(throttle, `198.51.100.${network}`, "ada", 10);
  expect(await guessWrong(throttle, "203.0.113.1", "ada", 3)).toEqual([401, 401, 429]);
  expect(await statusOf(throttle.guess("192.0.2.1", "ada", right))).toBe(200);
});

test("a network's guesses beyond its share run one at a time", async () => {
  const throttle = open();
  for (let account = 0; account < 6; account += 1) await guessWrong(throttle, "192.0.2.1", `other ${account}`, 10);
  let [running, most] = [0, 0];
  const slow = async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 2));
    running -= 1;
  };
  const attempts = Array.from({ length: 120 }, (_, index) => throttle.guess("192.0.2.1", `flood ${index}`, slow));
  const statuses = await Promise.all(attempts.map(statusOf));
  expect(most).toBe(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("the network of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
