import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { amplitudePage, replayPage } from './console-html.ts'
import { isPlayerPart, playerPart, playerScript } from './player.ts'
import { listEvents, listSessions } from './store.ts'
import { userPropertiesAfter } from './user-properties.ts'

const SHOWN_EVENTS = 200
const SHOWN_SESSIONS = 50

/** The policy for recordings: no scripts, no forms, and pictures only from the origins that the academy uses. */
const playerPolicy = (siteUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'unsafe-inline' ${siteUrl}`,
    `img-src 'self' data: ${siteUrl}`,
    `font-src ${siteUrl}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

const query = z.object({ device_id: z.string().optional() })
const session = z.object({ device_id: z.string(), session_id: z.string() })

/** Serves Amplitude's console pages: delivered events, and a player for recorded sessions. */
export async function amplitudeConsoleRoutes(app: FastifyInstance, { sql, siteUrl }: { sql: Sql; siteUrl: string }): Promise<void> {
  app.get('/console/amplitude', async (request, reply) => {
    const { device_id } = query.parse(request.query)
    const [events, sessions] = await Promise.all([listEvents(sql, { device_id, limit: SHOWN_EVENTS }), listSessions(sql, SHOWN_SESSIONS)])
    const replays = sessions.filter((one) => device_id === undefined || one.device_id === device_id)
    const device = device_id === undefined ? undefined : { id: device_id, properties: userPropertiesAfter(events) }
    return reply.type('text/html; charset=utf-8').send(amplitudePage({ events, replays, device }))
  })

  app.get('/console/amplitude/replay/:device_id/:session_id', async (request, reply) =>
    reply
      .header('content-security-policy', playerPolicy(siteUrl))
      .type('text/html; charset=utf-8')
      .send(replayPage(session.parse(request.params))),
  )

  app.get<{ Params: { part: string } }>('/console/amplitude/player/:part', async (request, reply) => {
    const { part } = request.params
    if (part === 'player.js') return reply.type('text/javascript; charset=utf-8').send(playerScript)
    if (!isPlayerPart(part)) return reply.code(404).send({ message: 'Not a part of the player' })
    const { type, body } = await playerPart(part)
    return reply.type(type).send(body)
  })
}
