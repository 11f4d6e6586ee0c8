CREATE TABLE "stripe_fees" (
	"charge_id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stripe_fees_newest" ON "stripe_fees" USING btree ("created");