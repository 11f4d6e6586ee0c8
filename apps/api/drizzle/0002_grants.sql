CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"who" text NOT NULL,
	"what" text NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"package" text NOT NULL,
	"reason" text NOT NULL,
	"granted_by" text NOT NULL,
	"granted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoke_reason" text,
	CONSTRAINT "grants_revoked_by_somebody_for_a_reason" CHECK (num_nulls("grants"."revoked_at", "grants"."revoked_by", "grants"."revoke_reason") in (0, 3))
);
--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "grants_account" ON "grants" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "grants_one_at_a_time" ON "grants" USING btree ("account_id","package") WHERE "grants"."revoked_at" is null;--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));