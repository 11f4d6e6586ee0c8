/** Bodies are stored as text, because replays may contain characters that Postgres' jsonb refuses. */
export const ddl = `
  CREATE SCHEMA IF NOT EXISTS amplitude;
  CREATE TABLE IF NOT EXISTS amplitude.events (
    id bigserial PRIMARY KEY,
    received_at timestamptz NOT NULL,
    device_id text NOT NULL,
    session_id text NOT NULL,
    event_type text NOT NULL,
    insert_id text,
    body text NOT NULL
  );
  CREATE UNIQUE INDEX IF NOT EXISTS events_once ON amplitude.events (device_id, insert_id);
  CREATE TABLE IF NOT EXISTS amplitude.batches (
    id bigserial PRIMARY KEY,
    received_at timestamptz NOT NULL,
    device_id text NOT NULL,
    session_id text NOT NULL,
    type text NOT NULL,
    sent_as text NOT NULL,
    encoding text NOT NULL,
    size int NOT NULL,
    version int NOT NULL,
    events text NOT NULL
  );
  CREATE INDEX IF NOT EXISTS batches_of_session ON amplitude.batches (device_id, session_id, id);
`
