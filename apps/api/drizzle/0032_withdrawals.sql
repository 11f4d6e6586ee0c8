CREATE TABLE "cancellations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token_hash" text,
	"confirmed_at" timestamp (3) with time zone,
	"attempted_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "cancellations_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "statement_mails" (
	"kind" text NOT NULL,
	"statement_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_mails_statement_id_kind_pk" PRIMARY KEY("statement_id","kind")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"name" text,
	"email" text,
	"offer" text NOT NULL,
	"order_number" text,
	"remark" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text,
	"settled_note" text
);
--> statement-breakpoint
CREATE INDEX "cancellations_account" ON "cancellations" USING btree ("account_id","requested_at");--> statement-breakpoint
CREATE INDEX "cancellations_due" ON "cancellations" USING btree ("confirmed_at") WHERE "cancellations"."confirmed_at" is not null and "cancellations"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "statement_mails_due" ON "statement_mails" USING btree ("created_at") WHERE "statement_mails"."state" in ('waiting', 'sending', 'failed');--> statement-breakpoint
CREATE INDEX "withdrawals_account" ON "withdrawals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "withdrawals_email" ON "withdrawals" USING btree (lower("email"),"received_at");
--> statement-breakpoint
CREATE TRIGGER cancellations_not_erased BEFORE INSERT ON "cancellations" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
