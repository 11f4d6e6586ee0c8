import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as core from '@ts-rest/core'
import { expect, test } from 'vitest'
import { withoutEffects } from './ts-rest-without-zod.ts'

const source = readFileSync(fileURLToPath(import.meta.resolve('@ts-rest/core')), 'utf8')
const marked = (): Promise<typeof core> => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(withoutEffects(source))}`)

test('ts-rest offers the same as before, and its deprecated schemas still judge', async () => {
  const { ZodErrorSchema, ...rest } = await marked()
  expect(Object.keys({ ZodErrorSchema, ...rest }).sort()).toEqual(Object.keys(core).sort())
  expect(ZodErrorSchema.safeParse({ name: 'ZodError', issues: [] }).success).toBe(true)
  expect(ZodErrorSchema.safeParse({ name: 'Error', issues: [] }).success).toBe(false)
})

test('another ts-rest than the one this was written for stops the build', () => {
  expect(() => withoutEffects(source.replace('class ParseStatus', 'class Status'))).toThrow('The core of ts-rest is not the one')
  expect(() => withoutEffects('')).toThrow('The core of ts-rest is not the one')
})
