CREATE TABLE "seat_owners" (
	"purchase_id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"named_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "seat_owners_account" ON "seat_owners" USING btree ("account_id");--> statement-breakpoint
CREATE TRIGGER seat_owners_not_erased BEFORE INSERT ON "seat_owners" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
