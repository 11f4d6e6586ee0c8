-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "purchases_payment_intent" ON "purchases" USING btree ("payment_intent_id");--> statement-breakpoint
-- allowed: made before the first release, when no version ran beside it
CREATE INDEX "purchases_charge" ON "purchases" USING btree ("charge_id");