CREATE TABLE "price" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"batch_id" uuid,
	"provider" text,
	"model_endpoint" text,
	"credential_id" uuid,
	"unit" text,
	"nano_usd_per_million" bigint,
	"reserve_nano_usd_per_million" bigint,
	"discount_basis_points" integer,
	"min_prompt_tokens" integer DEFAULT 0 NOT NULL,
	"service_tier" text,
	"variant" text,
	"hours_start_minute" integer,
	"hours_end_minute" integer,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone,
	"source" text NOT NULL,
	"source_revision" text NOT NULL,
	"as_of" date NOT NULL,
	"disputed" boolean DEFAULT false NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_refresh" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"source_revision" text NOT NULL,
	"as_of" date NOT NULL,
	"models" jsonb NOT NULL,
	"endpoints" jsonb NOT NULL,
	"prices" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "shipped_price" (
	"id" text PRIMARY KEY NOT NULL,
	"row" jsonb NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "service_tier" text;--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "unpriced" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "price_endpoint" ON "price" USING btree ("model_endpoint");--> statement-breakpoint
CREATE INDEX "price_batch" ON "price" USING btree ("batch_id");--> statement-breakpoint
CREATE FUNCTION price_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND (OLD.valid_to IS NULL OR NEW.valid_to <= OLD.valid_to) AND to_jsonb(NEW) - 'valid_to' = to_jsonb(OLD) - 'valid_to' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'a price row is never changed; add a new one';
END $$;--> statement-breakpoint
CREATE TRIGGER price_append_only BEFORE UPDATE OR DELETE ON "price" FOR EACH ROW EXECUTE FUNCTION price_is_append_only();--> statement-breakpoint
CREATE FUNCTION shipped_price_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a shipped price is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER shipped_price_append_only BEFORE UPDATE OR DELETE ON "shipped_price" FOR EACH ROW EXECUTE FUNCTION shipped_price_is_append_only();
