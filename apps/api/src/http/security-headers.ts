import fastifyHelmet from '@fastify/helmet'
import Fastify from 'fastify'

/**
 * Headers that tell browsers to trust nothing in an answer: the API serves data, not pages (the docs page relaxes its own). Helmet is
 * asked for them once: they are the same for every answer, and building them anew each time took as long as everything else together.
 */
export async function helmetHeaders(): Promise<Record<string, string>> {
  const workshop = Fastify()
  await workshop.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Answers are read by the web app, which may live on a sibling host. What pages of any site may show says so itself.
    crossOriginResourcePolicy: { policy: 'same-site' },
    // Other hosts below this one are not ours to decide for; the web app does not either.
    strictTransportSecurity: { includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // These mean something for documents or for browsers of long ago only.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  workshop.get('/', async (_request, reply) => reply.code(204).send())
  const { headers } = await workshop.inject('/')
  await workshop.close()
  const { connection: _connection, date: _date, ...ofHelmet } = headers
  return Object.fromEntries(Object.entries(ofHelmet).map(([name, value]) => [name, String(value)]))
}
