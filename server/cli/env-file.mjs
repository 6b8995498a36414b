// Runs before everything else (`--import`): loads the variables of the file `.env`, if there is one. Variables set in
// the environment take precedence. Then reads secrets from the files that `<NAME>_FILE` names, as containers mount them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

const file = join(import.meta.dirname, "../../.env");

/** Variables that hold a secret. Others that end in `_FILE` mean a file themselves, such as `CONFIG_FILE`. */
const SECRETS = new RegExp(
  `^(${[
    "DATABASE_URL|DATABASE_DIRECT_URL|DATABASE_READ_URL|REDIS_URL|SMTP_URL|HTTPS_PROXY",
    "SWITCHBOARD_SECRET|SWITCHBOARD_PREVIOUS_SECRET|SWITCHBOARD_MANAGEMENT_KEY|METRICS_TOKEN",
    "S3_ACCESS_KEY_ID|S3_SECRET_ACCESS_KEY|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|AWS_BEARER_TOKEN_BEDROCK",
    "AZURE_CLIENT_SECRET|GOOGLE_VERTEX_CREDENTIALS|[A-Z0-9_]+_API_KEY(?:_\\d+)?",
  ].join("|")})_FILE$`,
);

// A worker has the variables of the main thread.
if (isMainThread) {
  if (existsSync(file)) attempt("The file .env cannot be read", () => process.loadEnvFile(file));
  for (const [name, path] of Object.entries(process.env)) readSecret(name, path);
}

function readSecret(name, path) {
  const [, secret] = SECRETS.exec(name) ?? [];
  if (!secret || !path) return;
  if (process.env[secret]) fail(`${secret} and ${name} are both set`);
  const text = attempt(`The file of ${name} cannot be read`, () => readFileSync(path, "utf8"));
  process.env[secret] = text.replace(/\r?\n$/, "");
}

function attempt(problem, action) {
  try {
    return action();
  } catch (error) {
    return fail(`${problem}: ${error.message}`);
  }
}

function fail(problem) {
  process.stderr.write(`Switchboard cannot start.\n${problem}\n`);
  process.exit(1);
}
