CREATE TABLE "failed_looks" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"first_failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unmatched" boolean DEFAULT false NOT NULL,
	"error" text NOT NULL,
	"next_look_at" timestamp (3) with time zone DEFAULT now(),
	"dismissed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "failed_looks_due" ON "failed_looks" USING btree ("next_look_at");