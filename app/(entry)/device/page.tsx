import type { Metadata } from "next";
import { Device } from "#components/entry/device/device.tsx";

export const metadata: Metadata = { title: "Sign in an agent" };

export default function DevicePage() {
  return <Device />;
}
