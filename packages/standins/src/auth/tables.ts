/** The provider's tables that the stand-in uses. Adds new columns to existing databases. */
export const ddl = `
  CREATE SCHEMA IF NOT EXISTS auth;
  CREATE TABLE IF NOT EXISTS auth.users (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    role text NOT NULL,
    email_confirmed_at timestamptz,
    confirmation_sent_at timestamptz,
    recovery_sent_at timestamptz,
    last_sign_in_at timestamptz,
    app_metadata jsonb NOT NULL,
    user_metadata jsonb NOT NULL,
    identity_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  ALTER TABLE auth.users
    ADD COLUMN IF NOT EXISTS banned_until timestamptz,
    ADD COLUMN IF NOT EXISTS email_change text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS email_change_sent_at timestamptz,
    ADD COLUMN IF NOT EXISTS email_change_confirmed boolean NOT NULL DEFAULT false;
  CREATE INDEX IF NOT EXISTS users_by_age ON auth.users (created_at DESC, id);
  CREATE TABLE IF NOT EXISTS auth.sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    amr jsonb NOT NULL,
    created_at timestamptz NOT NULL
  );
  ALTER TABLE auth.sessions DROP COLUMN IF EXISTS refresh_counter, DROP COLUMN IF EXISTS refreshed_at;
  CREATE INDEX IF NOT EXISTS sessions_by_user ON auth.sessions (user_id);
  CREATE TABLE IF NOT EXISTS auth.refresh_tokens (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token text NOT NULL UNIQUE,
    session_id uuid NOT NULL REFERENCES auth.sessions ON DELETE CASCADE,
    parent text,
    revoked boolean NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS refresh_tokens_by_session ON auth.refresh_tokens (session_id, id);
  CREATE TABLE IF NOT EXISTS auth.one_time_tokens (
    token_hash text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    type text NOT NULL,
    sent_at timestamptz NOT NULL,
    UNIQUE (user_id, type)
  );
  CREATE TABLE IF NOT EXISTS auth.signing_keys (
    kid text PRIMARY KEY,
    private_jwk jsonb NOT NULL,
    created_at timestamptz NOT NULL
  );
`
