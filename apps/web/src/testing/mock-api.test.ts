import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockApi, takeUnexpectedRequests } from './mock-api.ts'

test('a request that no mock answers fails a waiting test soon, with its route', async () => {
  mockApi()
  expect((await fetch('/api/unknown')).status).toBe(599)
  await expect(screen.findByText('what the response would show')).rejects.toThrow('No mock answers GET /api/unknown.')
  expect(takeUnexpectedRequests()).toEqual(['GET /api/unknown'])
})
