ALTER TABLE "accounts" DROP CONSTRAINT "accounts_stripe_customer_id_unique";--> statement-breakpoint
DROP INDEX "accounts_email";--> statement-breakpoint
CREATE INDEX "accounts_full_name" ON "accounts" USING btree (lower(("first_name" || ' ' || "last_name") collate "pg_c_utf8"),"account_id");--> statement-breakpoint
CREATE INDEX "accounts_last_name" ON "accounts" USING btree (lower("last_name" collate "pg_c_utf8"),"account_id");--> statement-breakpoint
CREATE INDEX "accounts_newest" ON "accounts" USING btree ("created_at","account_id");--> statement-breakpoint
CREATE INDEX "accounts_email" ON "accounts" USING btree (lower("email" collate "pg_c_utf8"),"account_id");--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "stripe_customer_id";