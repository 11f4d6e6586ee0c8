CREATE TABLE "mail_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"given_via" text NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_via" text,
	"time_zone" text,
	"next_look_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"occasion" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailings_account_id_kind_occasion_pk" PRIMARY KEY("account_id","kind","occasion"),
	CONSTRAINT "mailings_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_consents_open" ON "mail_consents" USING btree ("account_id","kind") WHERE "mail_consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "mail_consents_account" ON "mail_consents" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mail_consents_due" ON "mail_consents" USING btree ("next_look_at") WHERE "mail_consents"."withdrawn_at" is null;
--> statement-breakpoint
CREATE TRIGGER mail_consents_not_erased BEFORE INSERT ON "mail_consents" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();--> statement-breakpoint
CREATE TRIGGER mailings_not_erased BEFORE INSERT ON "mailings" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
