/** Passwords and one-time tokens are kept as hashes, refresh tokens not at all: each is derived from its session and a counter. */
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
    banned_until timestamptz,
    app_metadata jsonb NOT NULL,
    user_metadata jsonb NOT NULL,
    identity_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS users_by_age ON auth.users (created_at DESC, id);
  CREATE TABLE IF NOT EXISTS auth.sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    amr jsonb NOT NULL,
    refresh_counter bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    refreshed_at timestamptz NOT NULL
  );
  CREATE INDEX IF NOT EXISTS sessions_by_user ON auth.sessions (user_id);
  CREATE TABLE IF NOT EXISTS auth.one_time_tokens (
    token_hash text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    type text NOT NULL,
    sent_at timestamptz NOT NULL,
    code_challenge text,
    code_challenge_method text,
    UNIQUE (user_id, type)
  );
  CREATE TABLE IF NOT EXISTS auth.auth_codes (
    code_hash text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    type text NOT NULL,
    code_challenge text NOT NULL,
    code_challenge_method text NOT NULL,
    issued_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS auth.signing_keys (
    kid text PRIMARY KEY,
    private_jwk jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz
  );
`
