CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"fingerprint" text NOT NULL,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_account" ON "idempotency_keys" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE TRIGGER idempotency_keys_not_erased BEFORE INSERT ON "idempotency_keys" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
