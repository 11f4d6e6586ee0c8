import { type AppRouter, isAppRoute } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'

const STRINGS = ['', ' ', '.', '-1', '1e9', 'a\u0000b', 'x'.repeat(200_000)]
const VALUES = [...STRINGS, undefined, null, -1, 0.5, 1e12, true, [], [7], {}]

/** The inputs of the endpoints: paths and queries consist of strings, bodies of any JSON. */
const inputs = Object.entries(contract as AppRouter).flatMap(([word, router]) =>
  Object.entries(router as AppRouter).flatMap(([name, route]) =>
    isAppRoute(route)
      ? [
          { name: `${word}.${name}`, schema: route.pathParams, values: STRINGS },
          { name: `${word}.${name}`, schema: route.query, values: STRINGS },
          { name: `${word}.${name}`, schema: 'body' in route ? route.body : undefined, values: VALUES },
        ]
      : [],
  ),
)

test('each refused input has a text of its own, which says what is expected', () => {
  const generic = new Set<string>()
  let refused = 0
  for (const { name, schema, values } of inputs) {
    if (!(schema instanceof z.ZodType)) continue
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() })
    for (const field of Object.keys(properties)) {
      for (const value of values) {
        for (const { path, message } of schema.safeParse({ [field]: value }).error?.issues ?? []) {
          refused += 1
          if (path[0] === field && /^(Invalid|Too|Unrecognized|Expected)\b/.test(message))
            generic.add(`${name} ${path.join('.')}: ${message}`)
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(100)
  expect([...generic]).toEqual([])
})
