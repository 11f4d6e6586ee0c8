import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { mailboxPage, noMessagePage } from './mailbox-html.ts'
import { deleteMessages, findMessage, linksIn, listMessages, type Message } from './messages.ts'

const messageJson = (message: Message) => ({ ...message, to: message.to.join(', '), links: linksIn(message) })

/** Serves the mailbox page (`/mailbox`) and its API for tests and scripts (`/mailbox/api/messages`). */
export const mailboxRoutes = async (app: FastifyInstance, { sql }: { sql: Sql }): Promise<void> => {
  // browsers declare the page's form as form-encoded, although it has no fields
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.get('/mailbox/api/messages', async (request) => {
    const { to } = request.query as { to?: string }
    return (await listMessages(sql, to)).map(messageJson)
  })

  app.post('/mailbox/empty', async (_request, reply) => {
    await deleteMessages(sql)
    return reply.redirect('/mailbox', 303)
  })

  app.get('/mailbox', async (_request, reply) => reply.type('text/html').send(mailboxPage(await listMessages(sql))))

  app.get('/mailbox/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const message = /^\d{1,18}$/.test(id) ? await findMessage(sql, id) : undefined
    reply.type('text/html')
    if (message === undefined) return reply.status(404).send(noMessagePage(await listMessages(sql)))
    return reply.send(mailboxPage(await listMessages(sql), message))
  })
}
