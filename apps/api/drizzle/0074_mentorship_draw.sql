CREATE TABLE "calendars" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"secret_hash" text NOT NULL,
	CONSTRAINT "calendars_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "mentorship_draws" (
	"week" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"round" bigint NOT NULL,
	"public_key" text NOT NULL,
	"list" text NOT NULL,
	"list_hash" text NOT NULL,
	"signature" text,
	"randomness" text,
	"drawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mentorship_places" (
	"week" date NOT NULL,
	"place" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"session" integer,
	"starts_at" timestamp (3) with time zone,
	"answer_by" timestamp (3) with time zone,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mentorship_places_week_place_pk" PRIMARY KEY("week","place")
);
--> statement-breakpoint
CREATE TABLE "mentorship_registrations" (
	"account_id" uuid NOT NULL,
	"week" date NOT NULL,
	"code" text NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mentorship_registrations_account_id_week_pk" PRIMARY KEY("account_id","week")
);
--> statement-breakpoint
CREATE INDEX "mentorship_places_account" ON "mentorship_places" USING btree ("account_id","week");
--> statement-breakpoint
CREATE INDEX "mentorship_registrations_week" ON "mentorship_registrations" USING btree ("week");
--> statement-breakpoint
CREATE TRIGGER mentorship_registrations_not_erased BEFORE INSERT ON "mentorship_registrations" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE TRIGGER mentorship_places_not_erased BEFORE INSERT ON "mentorship_places" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE TRIGGER calendars_not_erased BEFORE INSERT ON "calendars" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
