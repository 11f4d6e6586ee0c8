import fastifyHelmet from '@fastify/helmet'
import fp from 'fastify-plugin'

/** Headers that tell browsers to trust nothing in an answer: the API serves data, not pages. The docs page relaxes its own. */
export const helmet = fp(
  async (app) => {
    await app.register(fastifyHelmet, {
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // Pictures out of the content are shown by pages of the web app, which may live on a sibling host.
      crossOriginResourcePolicy: { policy: 'same-site' },
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    })
  },
  { name: 'helmet' },
)
