import { ask, inSeconds, type Scenario, until } from '../scenario.ts'

/** What one process changes, all hear of, though each remembers what it was asked before. */
export const pubSubReachesAllInstances: Scenario = {
  name: 'what changes is heard by both',
  run: async ({ instances, person, grant, author }, report) => {
    const buyer = await person()
    const eachAnswers = async (where: string, isSo: (answer: { status: number; text: string }) => boolean) =>
      (await Promise.all(instances.map(({ url }) => ask(`${url}${where}`, { headers: buyer })))).every(isSo)

    const library = '/api/library'
    report.expect(await eachAnswers(library, ({ status }) => status === 403), 'the library is open without the Studio')
    await grant(buyer.id, 'studio')
    const granted = await until(() => eachAnswers(library, ({ status }) => status === 200), 20)
    report.tell(`a grant by a third process opens the library at both within ${inSeconds(granted)}`)
    report.expect(granted < 2, 'a grant is heard of late: what is remembered was not dropped')

    const has = (name: string) => (answer: { text: string }) => answer.text.includes(name)
    const name = `Edited ${Date.now()}`
    report.expect(await eachAnswers('/api/sessions', has('As it was')), 'the session is not there')
    await author(name)
    const first = until(
      async () => (await Promise.all(instances.map(({ url }) => ask(`${url}/api/sessions`, { headers: buyer })))).some(has(name)),
      60,
    )
    const both = until(() => eachAnswers('/api/sessions', has(name)), 60)
    const gap = (await both) - (await first)
    report.tell(`a session edited in Notion shows at both ${inSeconds(Math.max(0, gap))} apart`)
    report.expect(gap < 1, 'one instance shows old content')
  },
}
