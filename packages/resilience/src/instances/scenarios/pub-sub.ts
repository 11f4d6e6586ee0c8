import { until } from '../../eventually.ts'
import { sendRequest, type TimedResponse } from '../../send-request.ts'
import { grantPackages } from '../../users.ts'
import { FIRST_SESSION_NAME, type InstancesScenario } from '../two-instances.ts'

/** A change by one process invalidates the caches of all instances. */
export const pubSubReachesAllInstances: InstancesScenario = {
  name: 'changes reach both instances',
  run: async ({ instances, createUser, databaseUrl, publishCourse }, findings) => {
    const { id, headers } = await createUser()
    const requestAll = (path: string): Promise<TimedResponse[]> =>
      Promise.all(instances.map(({ url }) => sendRequest(`${url}${path}`, { headers })))

    const libraryStatusIs = async (expected: number) => (await requestAll('/api/library')).every(({ status }) => status === expected)
    findings.expect(await libraryStatusIs(403), 'the library is open without the Studio')
    await grantPackages(databaseUrl, id, ['studio'])
    const granted = await until(() => libraryStatusIs(200), 20)
    findings.record('a grant by a third process opens the library at both within, s', granted)
    findings.expect(granted < 2, 'a grant takes effect late: an instance did not invalidate its cache')

    const shows = (name: string) => (response: TimedResponse) => response.body.includes(name)
    const name = `Edited ${Date.now()}`
    findings.expect((await requestAll('/api/sessions')).every(shows(FIRST_SESSION_NAME)), 'the session is missing')
    await publishCourse(name)
    const first = until(async () => (await requestAll('/api/sessions')).some(shows(name)), 60)
    const both = until(async () => (await requestAll('/api/sessions')).every(shows(name)), 60)
    const gap = (await both) - (await first)
    findings.record('time between both instances until they show a session edited in Notion, s', Math.max(0, gap))
    findings.expect(gap < 1, 'one instance shows old content')
  },
}
