import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Each registered path as a pattern, with its methods. */
    knownPaths: Map<string, { pattern: RegExp; methods: Set<string> }>
  }
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Converts a path such as `/api/sessions/:id` to a pattern; a parameter matches everything up to the next slash. */
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escapePattern(part)))
      .join('/')}$`,
  )

/** Records the paths when they are registered, because the router does not tell which methods a path has. Register this plugin first. */
export const knownPaths = fp(
  async (app) => {
    const paths: FastifyInstance['knownPaths'] = new Map()
    app.decorate('knownPaths', paths)
    app.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return
      const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() }
      for (const verb of [method].flat()) path.methods.add(verb)
      paths.set(url, path)
    })
  },
  { name: 'known-paths' },
)

/** Returns the methods of a URL; none for an unknown one. */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = url.split('?', 1)[0] ?? ''
  return [
    ...new Set([...app.knownPaths.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods])),
  ].sort()
}
