CREATE TABLE "seat_links" (
	"purchase_id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"domain" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seat_links_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" text NOT NULL,
	"account_id" uuid,
	"email" text,
	"code_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	CONSTRAINT "seats_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "seats_are_invited_or_claimed" CHECK (num_nonnulls("seats"."account_id", "seats"."claimed_at") = 2 * num_nulls("seats"."email"))
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "seats" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_seats" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "seat_links_account" ON "seat_links" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "seats_purchase" ON "seats" USING btree ("purchase_id");
--> statement-breakpoint
CREATE INDEX "seats_account" ON "seats" USING btree ("account_id") WHERE "seats"."account_id" is not null;
--> statement-breakpoint
CREATE TRIGGER seats_not_erased BEFORE INSERT OR UPDATE OF "account_id" ON "seats" FOR EACH ROW
WHEN (new.account_id IS NOT NULL) EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE TRIGGER seat_links_not_erased BEFORE INSERT ON "seat_links" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_webhook_event() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  types text[] := '{}';
  details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints) THEN
    RETURN NULL;
  END IF;
  CASE TG_TABLE_NAME
    WHEN 'purchases' THEN
      IF TG_OP = 'INSERT' THEN types := types || 'purchase.paid'::text; END IF;
      IF new.refunded_amount > 0 THEN types := types || 'payment.refunded'::text; END IF;
      details := jsonb_build_object('payment_id', new.id, 'offer', new.offer, 'amount', new.amount, 'refunded_amount', new.refunded_amount,
        'currency', new.currency, 'paid_at', new.paid_at)
        || CASE WHEN new.seats > 0 THEN jsonb_build_object('seats', new.seats) ELSE '{}' END;
    WHEN 'charges' THEN
      types := '{payment.refunded}';
      details := jsonb_build_object('payment_id', new.id, 'offer', CASE new.kind WHEN 'studio_month' THEN 'studio' END, 'amount', new.amount,
        'refunded_amount', new.refunded_amount, 'currency', new.currency, 'paid_at', new.paid_at);
    WHEN 'subscriptions' THEN
      types := '{subscription.changed}';
      details := jsonb_build_object('subscription_id', new.id, 'offer', new.offer, 'status', new.status, 'payment', new.payment,
        'started_at', new.started_at, 'current_period_end', new.current_period_end, 'cancel_at', new.cancel_at, 'ended_at', new.ended_at);
    WHEN 'tutorial_progress' THEN
      IF TG_OP = 'INSERT' THEN types := types || 'tutorial.started'::text; END IF;
      IF new.done THEN types := types || 'tutorial.completed'::text; END IF;
      details := jsonb_build_object('tutorial_id', new.tutorial_id);
    WHEN 'check_results' THEN
      types := '{session.checked}';
      details := jsonb_build_object('session_id', new.session_id);
    WHEN 'certificates' THEN
      types := '{certificate.issued}';
      details := jsonb_build_object('certificate_id', new.id, 'course_id', new.course_id);
    WHEN 'seats' THEN
      types := '{seat.claimed}';
      details := jsonb_build_object('seat_id', new.id, 'payment_id', new.purchase_id);
    WHEN 'erased_accounts' THEN
      types := '{account.erased}';
      details := '{}';
  END CASE;
  -- One row after the other, so that each has a later time than the one before.
  FOR place IN 1 .. coalesce(array_length(types, 1), 0) LOOP
    INSERT INTO webhook_events (type, account_id, data)
    SELECT types[place], new.account_id, details WHERE EXISTS (SELECT FROM webhook_endpoints WHERE types[place] = ANY (events));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seats_webhook_insert AFTER INSERT ON "seats" FOR EACH ROW
WHEN (new.claimed_at IS NOT NULL) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER seats_webhook_update AFTER UPDATE ON "seats" FOR EACH ROW
WHEN (new.claimed_at IS NOT NULL AND old.claimed_at IS NULL) EXECUTE FUNCTION record_webhook_event();
