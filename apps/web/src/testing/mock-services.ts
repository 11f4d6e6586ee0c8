import { contract } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { mockAuthProvider } from './mock-auth-provider.ts'
import { sampleContext, sampleCourse, sampleSession } from './samples.ts'

/** Mocks the auth provider, and the API with the responses of the dashboard. */
export function mockServices() {
  const api = mockApi()
  const provider = mockAuthProvider(api)
  api.reply(contract.accounts.context, 200, sampleContext())
  api.reply(contract.courses.course, 200, { success: true, data: sampleCourse() })
  api.reply(contract.courses.sessions, 200, { success: true, data: [sampleSession(1)] })
  return { api, provider }
}

export type MockServices = ReturnType<typeof mockServices>
