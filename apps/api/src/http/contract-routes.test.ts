import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { endpoints } from '../testing/contract-endpoints.ts'
import { onlyDeclared } from './contract-routes.ts'

test('API-12 every endpoint of the contract is served', async () => {
  const { app } = await buildTestApp()
  const missing = endpoints.filter(({ route, method }) => !app.hasRoute({ method, url: route.path }))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('API-01 refuses to start with an endpoint in the wrong group of routes or outside the contract', () => {
  const routeOf = (auth: string | undefined) => ({
    method: 'GET' as const,
    url: '/x',
    handler: async () => 'x',
    config: { tsRestRoute: { metadata: { auth } } },
  })
  const groupOf = (auth: 'public' | 'bearer') => Fastify().addHook('onRoute', onlyDeclared(auth))

  expect(() => groupOf('public').route(routeOf('bearer'))).toThrow('GET /x does not belong among the public routes')
  expect(() => groupOf('bearer').route(routeOf('public'))).toThrow('does not belong among the bearer routes')
  expect(() => groupOf('bearer').route(routeOf(undefined))).toThrow('does not belong')
  expect(() => groupOf('bearer').get('/x', async () => 'x')).toThrow('does not belong')
  expect(() => groupOf('bearer').route(routeOf('bearer'))).not.toThrow()
})
