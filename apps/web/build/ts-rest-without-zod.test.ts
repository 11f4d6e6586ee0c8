import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as core from '@ts-rest/core'
import { expect, test } from 'vitest'
import { markZodPure } from './ts-rest-without-zod.ts'

const source = readFileSync(fileURLToPath(import.meta.resolve('@ts-rest/core')), 'utf8')
const marked = (): Promise<typeof core> => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(markZodPure(source))}`)

test('keeps the exports of ts-rest and its deprecated schemas', async () => {
  const { ZodErrorSchema, ...rest } = await marked()
  expect(Object.keys({ ZodErrorSchema, ...rest }).sort()).toEqual(Object.keys(core).sort())
  expect(ZodErrorSchema.safeParse({ name: 'ZodError', issues: [] }).success).toBe(true)
  expect(ZodErrorSchema.safeParse({ name: 'Error', issues: [] }).success).toBe(false)
})

test('throws for another version of ts-rest', () => {
  expect(() => markZodPure(source.replace('class ParseStatus', 'class Status'))).toThrow('does not support this version of ts-rest')
  expect(() => markZodPure('')).toThrow('does not support this version of ts-rest')
})
