// `data` contains Stripe's objects as the API returns them; `hidden` is data that the API does not show (secrets, page state, card behavior).
/** SQL that creates missing tables and keeps existing ones, so that an account survives restarts. */
export const ddl = `
create schema if not exists stripe;

create table if not exists stripe.objects (
  id text primary key,
  kind text not null,
  seq bigserial not null,               -- order of creation, which a moved clock does not change
  created bigint not null,
  deleted boolean not null default false,
  data jsonb not null,
  hidden jsonb not null default '{}',
  customer text generated always as (data->>'customer') stored
) with (fillfactor = 60);
create unique index if not exists objects_by_kind on stripe.objects (kind, seq);
create index if not exists objects_by_customer on stripe.objects (customer, kind) where customer is not null;
create index if not exists objects_by_charge on stripe.objects ((data->>'charge')) where data->>'charge' is not null;
create index if not exists objects_by_intent on stripe.objects ((data->>'payment_intent')) where data->>'payment_intent' is not null;
create index if not exists objects_by_invoice on stripe.objects ((data->>'invoice')) where data->>'invoice' is not null;
create index if not exists sessions_by_intent on stripe.objects ((hidden->>'intent')) where hidden->>'intent' is not null;
create index if not exists payments_by_intent on stripe.objects ((data->'payment'->>'payment_intent'))
  where data->'payment'->>'payment_intent' is not null;
create index if not exists invoices_by_subscription on stripe.objects ((data->'parent'->'subscription_details'->>'subscription'))
  where data->'parent'->'subscription_details'->>'subscription' is not null;

-- what the seller enters in the dashboard and the API does not show; one row at most
create table if not exists stripe.public_details (
  one boolean primary key default true check (one),
  terms_of_service_url text
);

-- tables of earlier versions: the academy finds events without a delivery when it reconciles
drop table if exists stripe.deliveries, stripe.webhook_deliveries;
drop table if exists stripe.settings;

create table if not exists stripe.idempotency_keys (
  key text primary key,
  request text not null,                -- method and path
  parameters text not null,             -- fingerprint
  status integer not null,
  body jsonb not null,
  created timestamptz not null
);

-- finds the next due object
create index if not exists objects_due_next on stripe.objects (((hidden->>'due')::bigint), seq) where hidden->>'due' is not null;
`
