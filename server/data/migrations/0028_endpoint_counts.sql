CREATE TABLE "endpoint_count" (
	"endpoint_id" text NOT NULL,
	"series" text NOT NULL,
	"slot" integer NOT NULL,
	"counter" smallint NOT NULL,
	"count" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "endpoint_count_endpoint_id_series_slot_counter_pk" PRIMARY KEY("endpoint_id","series","slot","counter")
);
--> statement-breakpoint
CREATE INDEX "endpoint_count_changed_at" ON "endpoint_count" USING btree ("changed_at");