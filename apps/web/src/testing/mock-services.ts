import { contract } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { mockAuthProvider } from './mock-auth-provider.ts'
import { sampleContext, sampleCourse, sampleSession } from './samples.ts'

/** Mocks the auth provider, and the API with the account of Ada, who bought nothing. */
export function mockAccount() {
  const api = mockApi()
  api.reply(contract.accounts.context, 200, sampleContext())
  return { api, provider: mockAuthProvider(api) }
}

/** Mocks the auth provider, and the API with the responses of the dashboard. */
export function mockServices() {
  const services = mockAccount()
  services.api.reply(contract.courses.course, 200, { success: true, data: sampleCourse() })
  services.api.reply(contract.courses.sessions, 200, { success: true, data: [sampleSession(1)] })
  return services
}

export type MockServices = ReturnType<typeof mockServices>
