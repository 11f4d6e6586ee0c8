import fastifyHelmet from '@fastify/helmet'
import Fastify from 'fastify'

/**
 * Returns Helmet's headers for responses with data; the docs page relaxes them. Call it at start and not for each response: the headers
 * are always the same, and computing them takes as long as the rest of a request.
 */
export async function helmetHeaders(): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // the web app may be on a sibling host; responses that every site may load override this
    crossOriginResourcePolicy: { policy: 'same-site' },
    // subdomains may belong to other services
    strictTransportSecurity: { includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // these affect only documents or old browsers
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.get('/', async (_request, reply) => reply.code(204).send())
  const { headers } = await app.inject('/')
  await app.close()
  const { connection: _connection, date: _date, ...ofHelmet } = headers
  return Object.fromEntries(Object.entries(ofHelmet).map(([name, value]) => [name, String(value)]))
}
