CREATE TABLE "oauth_records" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" uuid,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD COLUMN "program" text;--> statement-breakpoint
CREATE INDEX "oauth_records_account" ON "oauth_records" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "oauth_records_grant" ON "oauth_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_records_expiry" ON "oauth_records" USING btree ("expires_at");--> statement-breakpoint
CREATE TRIGGER oauth_records_not_erased BEFORE INSERT OR UPDATE ON "oauth_records" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
