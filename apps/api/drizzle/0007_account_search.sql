ALTER TABLE "accounts" DROP CONSTRAINT "accounts_stripe_customer_id_unique";--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
DROP INDEX "accounts_email";--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "accounts_full_name" ON "accounts" USING btree (lower(("first_name" || ' ' || "last_name") collate "pg_c_utf8"),"account_id");--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "accounts_last_name" ON "accounts" USING btree (lower("last_name" collate "pg_c_utf8"),"account_id");--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "accounts_newest" ON "accounts" USING btree ("created_at","account_id");--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "accounts_email" ON "accounts" USING btree (lower("email" collate "pg_c_utf8"),"account_id");--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
ALTER TABLE "accounts" DROP COLUMN "stripe_customer_id";