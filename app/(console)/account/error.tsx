"use client";

import { PageError } from "#components/console/page-error.tsx";

export default PageError;
