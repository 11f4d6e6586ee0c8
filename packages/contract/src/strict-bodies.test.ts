import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'

const routes = Object.entries(contract as AppRouter).flatMap(([word, router]) =>
  Object.entries(router as AppRouter).flatMap(([name, route]): [string, AppRoute][] =>
    isAppRoute(route) ? [[`${word}.${name}`, route]] : [],
  ),
)

type Schema = { type?: string; additionalProperties?: unknown; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Returns every object schema within a schema. */
const objectsIn = (schema: Schema): Schema[] => [
  ...(schema.type === 'object' ? [schema] : []),
  ...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ? schema.anyOf : [])].flatMap(
    objectsIn,
  ),
]

test('no endpoint accepts undeclared fields', () => {
  const bodies = routes.flatMap(([name, route]): [string, unknown][] =>
    'body' in route && route.body instanceof z.ZodType ? [[name, route.body]] : [],
  )
  expect(bodies.length).toBeGreaterThan(5)
  for (const [name, body] of bodies) {
    const schema = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as Schema
    expect([name, objectsIn(schema).map(({ additionalProperties }) => additionalProperties)]).toEqual([
      name,
      objectsIn(schema).map(() => false),
    ])
    expect([name, schema.type]).toEqual([name, 'object'])
  }
})
