CREATE TABLE "access_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"offer" text NOT NULL,
	"text_version" text NOT NULL,
	"text" text NOT NULL,
	"consented_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "access_consent_id" uuid;--> statement-breakpoint
CREATE INDEX "access_consents_account" ON "access_consents" USING btree ("account_id");