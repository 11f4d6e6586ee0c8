import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Each registered path as a pattern, with the methods it answers to. */
    knownPaths: Map<string, { pattern: RegExp; methods: Set<string> }>
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `/api/sessions/:id` as a pattern; a parameter is anything up to the next slash. */
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escaped(part)))
      .join('/')}$`,
  )

/** Remembers the paths as they are registered, because the router cannot be asked which methods a path has. Register first. */
export const knownPaths = fp(
  async (app) => {
    const known: FastifyInstance['knownPaths'] = new Map()
    app.decorate('knownPaths', known)
    app.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return
      const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
      for (const one of [method].flat()) path.methods.add(one)
      known.set(url, path)
    })
  },
  { name: 'known-paths' },
)

/** Returns the methods that an address answers; none for an unknown address. */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = url.split('?', 1)[0] ?? ''
  return [
    ...new Set([...app.knownPaths.values()].filter((known) => known.pattern.test(path)).flatMap((known) => [...known.methods])),
  ].sort()
}
