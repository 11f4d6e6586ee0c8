import type { Sql } from 'postgres'

/** The maximum number of messages; older ones are deleted. */
const MAX_MESSAGES = 500

export const ddl = `
  CREATE SCHEMA IF NOT EXISTS mailbox;
  CREATE TABLE IF NOT EXISTS mailbox.messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sender text NOT NULL,
    recipients text[] NOT NULL,
    subject text NOT NULL,
    body_text text NOT NULL,
    body_html text NOT NULL,
    created_at timestamptz NOT NULL
  );
`

export type Message = { id: string; from: string; to: string[]; subject: string; text: string; html: string; created_at: Date }
export type NewMessage = Omit<Message, 'id'>

export const addMessage = async (sql: Sql, message: NewMessage): Promise<void> => {
  await sql`
    INSERT INTO mailbox.messages (sender, recipients, subject, body_text, body_html, created_at)
    VALUES (${message.from}, ${message.to}, ${message.subject}, ${message.text}, ${message.html}, ${message.created_at})`
  await sql`
    DELETE FROM mailbox.messages WHERE id <= (SELECT id FROM mailbox.messages ORDER BY id DESC OFFSET ${MAX_MESSAGES} LIMIT 1)`
}

/** Lists messages, newest first: all of them, or those to one address. */
export const listMessages = (sql: Sql, to?: string): Promise<Message[]> =>
  sql<Message[]>`
    SELECT id::text, sender AS "from", recipients AS "to", subject, body_text AS text, body_html AS html, created_at
    FROM mailbox.messages
    ${to === undefined ? sql`` : sql`WHERE ${to.toLowerCase()} = ANY (recipients)`}
    ORDER BY mailbox.messages.id DESC`

export const findMessage = async (sql: Sql, id: string): Promise<Message | undefined> => {
  const [message] = await sql<Message[]>`
    SELECT id::text, sender AS "from", recipients AS "to", subject, body_text AS text, body_html AS html, created_at
    FROM mailbox.messages WHERE mailbox.messages.id = ${id}`
  return message
}

export const deleteMessages = async (sql: Sql): Promise<void> => {
  await sql`DELETE FROM mailbox.messages`
}

/** Returns the distinct links of a message, in order. */
export const linksIn = ({ text, html }: Pick<Message, 'text' | 'html'>): string[] => {
  const fromHtml = [...html.matchAll(/href="(https?:[^"]+)"/gi)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const fromText = [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link)
  return [...new Set([...fromHtml, ...fromText])]
}
