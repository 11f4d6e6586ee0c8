CREATE TABLE "missed_searches" (
	"account_id" uuid NOT NULL,
	"words" text NOT NULL,
	"searched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missed_searches_account_id_words_pk" PRIMARY KEY("account_id","words")
);
--> statement-breakpoint
CREATE INDEX "missed_searches_expiry" ON "missed_searches" USING btree ("searched_at");
--> statement-breakpoint
CREATE TRIGGER missed_searches_not_erased BEFORE INSERT ON "missed_searches" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
