CREATE TABLE "erased_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"asked_by" text NOT NULL,
	"sign_in_deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "erased_accounts_newest" ON "erased_accounts" USING btree ("erased_at");--> statement-breakpoint
-- Whoever was erased stays erased: a token that still holds, or a webhook that comes late, writes nothing about them.
CREATE FUNCTION refuse_erased_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM erased_accounts WHERE account_id = NEW.account_id) THEN
		RAISE EXCEPTION 'This account was erased.' USING ERRCODE = 'ER001';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_not_erased BEFORE INSERT ON "accounts" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE TRIGGER prompts_not_erased BEFORE INSERT ON "prompts" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE TRIGGER grants_not_erased BEFORE INSERT ON "grants" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE TRIGGER billing_customers_not_erased BEFORE INSERT ON "billing_customers" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
