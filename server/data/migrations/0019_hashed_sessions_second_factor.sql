ALTER TABLE "organization" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "single_sign_on" ADD COLUMN "allows_unverified_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "session" SET "token" = encode(sha256("token"::bytea), 'hex');
