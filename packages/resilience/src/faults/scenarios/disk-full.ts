import { randomBytes } from 'node:crypto'
import { Client, LogLevel } from '@notionhq/client'
import { ask } from '../fixture/answer.ts'
import { Counts, repeatConcurrently } from '../fixture/counts.ts'
import { eventually } from '../fixture/eventually.ts'
import type { Fixture } from '../fixture/fixture.ts'
import type { Scenario } from '../scenario.ts'

const MEGABYTES = 12

/** A PDF header with incompressible data. */
const paper = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(MEGABYTES * 1024 * 1024)]))

/** Adds a different PDF to each page, as an author would. */
async function addPapers({ standins }: Fixture, pages: readonly string[]): Promise<void> {
  const notion = new Client({ auth: standins.notionToken, baseUrl: standins.notionBaseUrl, logLevel: LogLevel.ERROR })
  for (const page of pages) {
    const { id } = await notion.fileUploads.create({ mode: 'single_part', filename: 'paper.pdf', content_type: 'application/pdf' })
    const data = new Blob([paper()], { type: 'application/pdf' })
    await notion.fileUploads.send({ file_upload_id: id, file: { filename: 'paper.pdf', data } })
    await notion.blocks.children.append({ block_id: page, children: [{ pdf: { type: 'file_upload', file_upload: { id } } }] })
  }
}

type State = { data: { last_success_at: string | null; runs: { status: string; error: string | null }[] } }

export const diskFull: Scenario = {
  name: 'disk-full',
  what: 'No room is left for the files that pages show (they are kept in Postgres), in the middle of a sync',
  design: 'The sync keeps what it has and says what is wrong; learners read on; it goes on by itself when there is room',
  run: async (fixture, findings) => {
    if (!fixture.server.canLimitFiles()) return findings.tell('not tried', 'this machine has no prlimit')
    const api = await fixture.start({ CONTENT_SYNC_SECONDS: '2' })
    const admin = await fixture.createUser(api, [], { email: 'admin@academy.test' })
    const learner = await fixture.createUser(api, ['master_course', 'studio'])
    const tutorials = await fixture.sql<
      { notion_page_id: string; public_id: string }[]
    >`select notion_page_id, public_id from content_tutorials`
    const pages = tutorials.slice(0, 4).map(({ notion_page_id }) => notion_page_id)
    const state = async (): Promise<State['data']> => {
      const { body } = await ask(`${api.url}/api/admin/content`, { headers: admin.headers })
      return (JSON.parse(body) as State).data
    }
    const filesKept = async () => Number((await fixture.sql`select count(*) as all from content_files`)[0]?.all)
    const before = await filesKept()
    const [store] = await fixture.sql<{ bytes: string }[]>`
      select pg_relation_size(reltoastrelid) as bytes from pg_class where relname = 'content_files'`

    // The start of the course is recorded, which needs room (decision 032).
    for (const { public_id } of tutorials) await ask(`${api.url}/api/tutorials/${public_id}/content`, { headers: learner.headers })
    const reading = new Counts()
    const readers = repeatConcurrently(4, async (turn) => {
      const { public_id } = tutorials[turn % tutorials.length] ?? { public_id: '' }
      reading.add(await ask(`${api.url}/api/tutorials/${public_id}/content`, { headers: learner.headers }))
    })
    try {
      // room for one PDF, and for the server's WAL files of 16 MB
      await fixture.server.limitFiles(Math.max(17, Math.ceil(Number(store?.bytes) / 1024 / 1024) + MEGABYTES + 2) * 1024 * 1024)
      await addPapers(fixture, pages)
      const failed = await eventually(async () => (await state()).runs.some(({ status }) => status === 'failed'), 40, 200)
      const { runs } = await state()
      const failure = api.log.find((line) => line.includes('content sync ended early')) ?? ''
      findings.tell('longest line in the log', Math.max(0, ...api.log.map(({ length }) => length)))
      findings.expect(failure !== '', 'the log does not tell of it')
      const said = runs.find(({ status }) => status === 'failed')?.error ?? ''
      findings.tell('a run tells of it after, s', failed ?? 'never')
      findings.tell('it says', said)
      findings.expect(/file too large|no space left|no room/i.test(said), `the failed run does not say what is wrong: "${said}"`)
      findings.expect(!/insert into|params/i.test(said), 'what the operator reads is a statement')
      findings.expect(
        api.log.every((line) => line.length < 20_000),
        'the log holds what was to be stored',
      )
      findings.tell('tutorials shown meanwhile', Number((await fixture.sql`select count(*) as all from content_tutorials`)[0]?.all))
      findings.expect((await filesKept()) >= before, 'files were lost')

      const note = { method: 'POST', headers: learner.headers, body: { title: 'Small', description: 'Small.', content: 'Small.' } }
      const small = await ask(`${api.url}/api/prompts`, note)
      findings.expect(small.status === 201, `what needs little room is refused with ${small.status}`)

      await fixture.server.limitFiles(undefined)
      const papers = async () =>
        Number((await fixture.sql`select count(*) as all from content_files where type = 'application/pdf'`)[0]?.all)
      const had = await papers()
      const caught = await eventually(async () => (await papers()) >= had && (await state()).runs[0]?.status === 'succeeded', 60, 200)
      const shown = await fixture.sql`select 1 from content_file_uses join content_files using (hash)
        where type = 'application/pdf' and notion_page_id = any(${pages})`
      findings.tell('goes on when there is room after, s', caught ?? 'never')
      findings.tell('papers shown then', `${shown.length} of ${pages.length}`)
      findings.expect(caught !== undefined, 'the sync does not go on when there is room')
      findings.expect(shown.length >= pages.length, `${shown.length} of ${pages.length} papers are shown`)
    } finally {
      await fixture.server.limitFiles(undefined)
      await readers.stop()
    }
    findings.tell('learners', String(reading))
    findings.expect(reading.of(200) === reading.total, `learners: ${reading} ${reading.problems}`)
  },
}
