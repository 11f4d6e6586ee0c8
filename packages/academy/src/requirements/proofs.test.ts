import { expect, test } from 'vitest'
import { passedTests, proofsOf } from './proofs.ts'
import { REQUIREMENTS } from './requirements.ts'

test('every requirement of the specification is in the list, once', () => {
  expect(REQUIREMENTS).toHaveLength(407)
  expect(new Set(REQUIREMENTS).size).toBe(407)
  expect(REQUIREMENTS).toEqual(expect.arrayContaining(['ROUTE-01', 'ERR-65', 'CONST-06']))
})

test('a test proves the requirements that its name carries, and each of them once', () => {
  const test1 = { file: 'apps/api/src/a.test.ts', test: 'when: AUTH-01 AUTH-02 AUTH-01 it holds' }
  const proofs = proofsOf(['AUTH-01', 'AUTH-02', 'AUTH-03'], [test1, test1, { file: 'b', test: 'XAUTH-031 D-03 names none' }])
  expect(Object.fromEntries(proofs)).toEqual({ 'AUTH-01': [test1], 'AUTH-02': [test1], 'AUTH-03': [] })
})

test('a package whose tests never ran proves nothing', () => {
  expect(passedTests('packages/no-such-package')).toEqual([])
})
