import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { getLiveness, getMetrics, getReadiness } from "#lib/contract/system.ts";
import { readEnvironment } from "#server/env.ts";

// Renders the chart with the real Helm, from AWS's package for its CDK, which contains programs for Linux on x64.

const CHART = "server/deploy/helm";
const KUBERNETES = "1.30.0";
const runsHere = process.platform === "linux" && process.arch === "x64";

mkdirSync("node_modules/.cache", { recursive: true });
const folder = mkdtempSync("node_modules/.cache/helm-");
const helm = join(folder, "helm");
if (runsHere) {
  const archive = createRequire(import.meta.url).resolve("@aws-cdk/asset-kubectl-v20/lib/layer.zip");
  const { "helm/helm": program } = unzipSync(readFileSync(archive), { filter: ({ name }) => name === "helm/helm" });
  writeFileSync(helm, program as Uint8Array, { mode: 0o755 });
}
afterAll(() => rmSync(folder, { recursive: true }));

type Manifest = { apiVersion: string; kind: string; metadata: { name: string } } & Record<
  string,
  ReturnType<typeof JSON.parse>
>;

const SECRETS = {
  SWITCHBOARD_SECRET: "a secret of this test, forty characters!",
  DATABASE_URL: "postgres://user:password@postgres:5432/switchboard",
  REDIS_URL: "redis://redis:6379",
  METRICS_TOKEN: "a-token-of-this-test-24-long",
};
const LEAST = { secrets: { values: SECRETS } };
const EVERYTHING = {
  ...LEAST,
  env: { PUBLIC_URL: "https://gateway.example", DATABASE_CONNECTIONS: 20 },
  config: { version: 1, workspaces: [{ slug: "default", name: "Default" }] },
  autoscaling: { enabled: true },
  serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
  ingress: {
    enabled: true,
    className: "nginx",
    annotations: { "nginx.ingress.kubernetes.io/proxy-buffering": "off" },
    hosts: ["gateway.example"],
    tls: [{ hosts: ["gateway.example"], secretName: "tls" }],
  },
  networkPolicy: { from: [{ namespaceSelector: {} }], extraEgress: [{ to: [{ podSelector: {} }] }] },
  drain: { leadSeconds: 10, timeoutSeconds: 300 },
  persistence: { storageClass: "fast" },
  imagePullSecrets: [{ name: "registry" }],
  podLabels: { team: "platform" },
  podAnnotations: { note: "a" },
  nodeSelector: { disk: "fast" },
  tolerations: [{ key: "gateway", operator: "Exists" }],
  affinity: { nodeAffinity: {} },
  serviceAccount: { annotations: { note: "a" } },
  service: { annotations: { note: "a" } },
};
const TRIAL = { embeddedDatabase: true, replicas: 1, secrets: { existingSecret: "mine" } };

function run(command: "lint" | "template", values: object) {
  const file = join(folder, "values.yaml");
  writeFileSync(file, JSON.stringify(values));
  const parameters =
    command === "lint" ? ["lint", "--strict", CHART] : ["template", "gateway", CHART, "--kube-version", KUBERNETES];
  const { status, stdout, stderr } = spawnSync(helm, [...parameters, "--values", file], { encoding: "utf8" });
  return { status, stdout, stderr };
}

function render(values: object): Manifest[] {
  const { status, stdout, stderr } = run("template", values);
  expect([status, stderr]).toEqual([0, ""]);
  return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
}

function find(manifests: readonly Manifest[], kind: string): Manifest {
  return manifests.find((one) => one.kind === kind) as Manifest;
}

const podOf = (manifests: readonly Manifest[]) => find(manifests, "StatefulSet").spec.template.spec;

/** Returns TypeScript's errors for manifests typed as the Kubernetes API's: unknown fields and wrong types. */
function typeErrors(manifests: readonly Manifest[]): string {
  const known = manifests.filter(({ apiVersion }) => !apiVersion.startsWith("monitoring."));
  const lines = known.map(({ apiVersion, kind, ...rest }, index) => {
    const module = apiVersion === "v1" ? "core/v1" : apiVersion.replace(".k8s.io", "");
    const value = JSON.stringify({ apiVersion, kind, ...rest });
    return `export const m${index}: import("kubernetes-types/${module}").${kind} = ${value};`;
  });
  const file = join(folder, "manifests.ts");
  writeFileSync(file, lines.join("\n"));
  const options = ["--noEmit", "--ignoreConfig", "--strict", "--module", "esnext", "--moduleResolution", "bundler"];
  const { stdout } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", ...options, file]);
  return stdout.toString();
}

describe.runIf(runsHere)("the Helm chart", () => {
  test.each([
    ["the fewest values", LEAST],
    ["every value", EVERYTHING],
    ["the embedded database", TRIAL],
  ])("with %s renders manifests that are valid in the Kubernetes API, and helm lint reports nothing", (_, values) => {
    expect(run("lint", values).stdout).toContain("0 chart(s) failed");
    const manifests = render(values);
    expect(typeErrors(manifests)).toBe("");
    const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a field that the Kubernetes API does not know fails these tests", () => {
    const manifests = render(LEAST);
    podOf(manifests).containers[0].readOnlyRoot = true;
    expect(typeErrors(manifests)).toContain(`'"readOnlyRoot"' does not exist in type 'Container'`);
  });

  test("pods get as much time to end as the drain needs", () => {
    for (const [values, seconds] of [
      [LEAST, 60],
      [EVERYTHING, 335],
    ] as const) {
      const { terminationGracePeriodSeconds, containers } = podOf(render(values));
      expect(terminationGracePeriodSeconds).toBe(seconds);
      const { DRAIN_LEAD_MS, DRAIN_TIMEOUT_MS } = readEnvironment(variablesOf(containers[0]));
      // Calls then settle within 2 s, and everything is closed within 20 s (server/http/drain.ts).
      expect(seconds * 1000).toBeGreaterThan(DRAIN_LEAD_MS + DRAIN_TIMEOUT_MS + 22_000);
    }
  });

  test("the variables are those that Switchboard reads, and secrets are only in the Secret", () => {
    const manifests = render(EVERYTHING);
    const { stringData } = find(manifests, "Secret");
    const [container] = podOf(manifests).containers;
    const environment = readEnvironment({ ...stringData, ...variablesOf(container) });
    expect(environment).toMatchObject({ DATABASE_CONNECTIONS: 20, CONFIG_FILE: "/etc/switchboard/config.yaml" });
    expect(stringData).toEqual(SECRETS);
    expect(JSON.stringify(manifests.filter(({ kind }) => kind !== "Secret"))).not.toContain(SECRETS.DATABASE_URL);
  });

  test("an existing Secret is used instead of one of the chart", () => {
    const manifests = render(TRIAL);
    expect(find(manifests, "Secret")).toBeUndefined();
    expect(podOf(manifests).containers[0].envFrom).toEqual([{ secretRef: { name: "mine" } }]);
  });

  test("CONFIG_FILE points to the configuration document from the values", () => {
    const manifests = render(EVERYTHING);
    const { data } = find(manifests, "ConfigMap");
    const [document] = parseAllDocuments(data["config.yaml"]);
    expect(document?.toJS()).toEqual(EVERYTHING.config);
    const mounts = podOf(manifests).containers[0].volumeMounts;
    expect(mounts).toContainEqual({ name: "config", mountPath: "/etc/switchboard", readOnly: true });
  });

  test("pods satisfy the restricted Pod Security Standard, on a read-only root", () => {
    const { securityContext, containers, automountServiceAccountToken } = podOf(render(LEAST));
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(automountServiceAccountToken).toBe(false);
  });

  test("probes and metrics use paths of the API", () => {
    const manifests = render(EVERYTHING);
    const { startupProbe, livenessProbe, readinessProbe } = podOf(manifests).containers[0];
    const probed = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet.path);
    const [endpoint] = find(manifests, "ServiceMonitor").spec.endpoints;
    const paths = [getLiveness, getReadiness, getMetrics].map(({ path }) => `/api${path}`);
    expect([...new Set(probed), endpoint.path]).toEqual(paths);
    expect(SECRETS).toHaveProperty(endpoint.authorization.credentials.key);
  });

  test("a disruption removes one pod at a time, and only autoscaling sets the number of pods", () => {
    const manifests = render(EVERYTHING);
    expect(find(manifests, "PodDisruptionBudget").spec).toMatchObject({ maxUnavailable: 1 });
    const { scaleTargetRef } = find(manifests, "HorizontalPodAutoscaler").spec;
    const { metadata, spec } = find(manifests, "StatefulSet");
    expect([scaleTargetRef.kind, scaleTargetRef.name]).toEqual(["StatefulSet", metadata.name]);
    expect(spec).not.toHaveProperty("replicas");
    expect(find(render(LEAST), "StatefulSet").spec.replicas).toBe(2);
    expect(find(render(TRIAL), "PodDisruptionBudget")).toBeUndefined();
  });

  test.each<[string, object, RegExp]>([
    ["no secret", {}, /SWITCHBOARD_SECRET/],
    ["no database", { secrets: { values: { SWITCHBOARD_SECRET: SECRETS.SWITCHBOARD_SECRET } } }, /DATABASE_URL/],
    ["two replicas of the embedded database", { ...TRIAL, replicas: 2 }, /allows one replica/],
    ["an embedded database without a volume", { ...TRIAL, persistence: { enabled: false } }, /persistence/],
  ])("%s is rejected with a message", (_, values, sentence) => {
    const { status, stderr } = run("template", values);
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });

  test("its version is the gateway's", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const shown = execFileSync(helm, ["show", "chart", CHART], { encoding: "utf8" });
    expect(shown).toContain(`appVersion: ${version}\n`);
  });
});

function variablesOf({ env }: { env: { name: string; value: string }[] }): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}
