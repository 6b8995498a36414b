"use client";

import { PageErrorOutlet } from "#components/console/page-error-context.tsx";

export default PageErrorOutlet;
