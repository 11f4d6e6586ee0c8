import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { amplitudePage, replayPage } from './console-html.ts'
import { isPlayerFile, loadPlayerFile, playerScript } from './player.ts'
import { listEvents, listSessions } from './store.ts'
import { computeUserProperties } from './user-properties.ts'

const SHOWN_EVENTS = 200
const SHOWN_SESSIONS = 50

/** The content security policy of the replay page: only the player's scripts, no forms, styles, pictures and fonts only of the academy. */
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
const sessionParams = z.object({ device_id: z.string(), session_id: z.string() })

/** Serves Amplitude's console pages: delivered events, and a player for recorded sessions. */
export async function amplitudeConsoleRoutes(app: FastifyInstance, { sql, siteUrl }: { sql: Sql; siteUrl: string }): Promise<void> {
  app.get('/console/amplitude', async (request, reply) => {
    const { device_id } = query.parse(request.query)
    const [events, sessions] = await Promise.all([listEvents(sql, { device_id, limit: SHOWN_EVENTS }), listSessions(sql, SHOWN_SESSIONS)])
    const replays = sessions.filter((session) => device_id === undefined || session.device_id === device_id)
    const device = device_id === undefined ? undefined : { id: device_id, properties: computeUserProperties(events) }
    return reply.type('text/html; charset=utf-8').send(amplitudePage({ events, replays, device }))
  })

  app.get('/console/amplitude/replay/:device_id/:session_id', async (request, reply) =>
    reply
      .header('content-security-policy', playerPolicy(siteUrl))
      .type('text/html; charset=utf-8')
      .send(replayPage(sessionParams.parse(request.params))),
  )

  app.get<{ Params: { file: string } }>('/console/amplitude/player/:file', async (request, reply) => {
    const { file } = request.params
    if (file === 'player.js') return reply.type('text/javascript; charset=utf-8').send(playerScript)
    if (!isPlayerFile(file)) return reply.code(404).send({ message: 'The player has no such file' })
    const { type, body } = await loadPlayerFile(file)
    return reply.type(type).send(body)
  })
}
