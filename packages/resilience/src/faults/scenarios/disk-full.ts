import { randomBytes } from 'node:crypto'
import { createNotionClient } from '@academy/local'
import { Counts, repeatConcurrently } from '../../counts.ts'
import { eventually } from '../../eventually.ts'
import { sendRequest } from '../../send-request.ts'
import { ADMIN } from '../../users.ts'
import type { FaultScenario, Fixture } from '../fixture/fixture.ts'

const MEGABYTES = 12

/** Creates a file that begins like a PDF and cannot be compressed. */
const largePdf = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(MEGABYTES * 1024 * 1024)]))

/** Adds a different PDF to each page, as an author would. */
async function addPdfs({ standins }: Fixture, pages: readonly string[]): Promise<void> {
  const notion = createNotionClient(standins)
  for (const page of pages) {
    const { id } = await notion.fileUploads.create({ mode: 'single_part', filename: 'paper.pdf', content_type: 'application/pdf' })
    const data = new Blob([largePdf()], { type: 'application/pdf' })
    await notion.fileUploads.send({ file_upload_id: id, file: { filename: 'paper.pdf', data } })
    await notion.blocks.children.append({ block_id: page, children: [{ pdf: { type: 'file_upload', file_upload: { id } } }] })
  }
}

type State = { data: { last_success_at: string | null; runs: { status: string; error: string | null }[] } }

export const diskFull: FaultScenario = {
  name: 'disk-full',
  fault: 'The disk is full during a sync, so that Postgres cannot store the files of pages',
  expected: 'The failed sync loses nothing and reports the reason; learners keep reading; the sync continues by itself when there is space',
  run: async (fixture, findings) => {
    if (!fixture.server.canLimitFileSize()) return findings.record('skipped', 'this machine has no prlimit')
    const api = await fixture.start({ CONTENT_SYNC_SECONDS: '2' })
    const admin = await fixture.createUser(api, [], ADMIN)
    const learner = await fixture.createUser(api, ['master_course', 'studio'])
    const tutorials = await fixture.sql<
      { notion_page_id: string; public_id: string }[]
    >`select notion_page_id, public_id from content_tutorials`
    const pages = tutorials.slice(0, 4).map(({ notion_page_id }) => notion_page_id)
    const state = async (): Promise<State['data']> => {
      const { body } = await sendRequest(`${api.url}/api/admin/content`, { headers: admin.headers })
      return (JSON.parse(body) as State).data
    }
    const countFiles = async () => Number((await fixture.sql`select count(*) as all from content_files`)[0]?.all)
    const before = await countFiles()
    const [table] = await fixture.sql<{ bytes: string }[]>`
      select pg_relation_size(reltoastrelid) as bytes from pg_class where relname = 'content_files'`

    // records the start of the course now, because that needs disk space (decision 032)
    for (const { public_id } of tutorials) await sendRequest(`${api.url}/api/tutorials/${public_id}/content`, { headers: learner.headers })
    const reading = new Counts()
    const readers = repeatConcurrently(4, async (turn) => {
      const { public_id } = tutorials[turn % tutorials.length] ?? { public_id: '' }
      reading.add(await sendRequest(`${api.url}/api/tutorials/${public_id}/content`, { headers: learner.headers }))
    })
    try {
      // space for one PDF, and for the server's WAL files of 16 MB
      await fixture.server.limitFileSize(Math.max(17, Math.ceil(Number(table?.bytes) / 1024 / 1024) + MEGABYTES + 2) * 1024 * 1024)
      await addPdfs(fixture, pages)
      const failed = await eventually(async () => (await state()).runs.some(({ status }) => status === 'failed'), 40, 200)
      const { runs } = await state()
      const failure = api.log.find((line) => line.includes('content sync ended early')) ?? ''
      findings.record('longest line in the log, characters', Math.max(0, ...api.log.map(({ length }) => length)))
      findings.expect(failure !== '', 'the log does not report the failure')
      const message = runs.find(({ status }) => status === 'failed')?.error ?? ''
      findings.record('a sync fails after, s', failed ?? 'never')
      findings.record('its error', message)
      findings.expect(/file too large|no space left|no room/i.test(message), `the failed sync does not report the reason: "${message}"`)
      findings.expect(!/insert into|params/i.test(message), 'the error contains an SQL statement')
      findings.expect(
        api.log.every((line) => line.length < 20_000),
        'the log contains file data',
      )
      findings.record('tutorials shown meanwhile', Number((await fixture.sql`select count(*) as all from content_tutorials`)[0]?.all))
      findings.expect((await countFiles()) >= before, 'files were lost')

      const createPrompt = { method: 'POST', headers: learner.headers, body: { title: 'Small', description: 'Small.', content: 'Small.' } }
      const small = await sendRequest(`${api.url}/api/prompts`, createPrompt)
      findings.expect(small.status === 201, `saving a small prompt is refused with ${small.status}`)

      await fixture.server.limitFileSize(undefined)
      const countPdfs = async () =>
        Number((await fixture.sql`select count(*) as all from content_files where type = 'application/pdf'`)[0]?.all)
      const stored = await countPdfs()
      const recovered = await eventually(
        async () => (await countPdfs()) >= stored && (await state()).runs[0]?.status === 'succeeded',
        60,
        200,
      )
      const shown = await fixture.sql`select 1 from content_file_uses join content_files using (hash)
        where type = 'application/pdf' and notion_page_id = any(${pages})`
      findings.record('the sync succeeds after space is free, s', recovered ?? 'never')
      findings.record('PDFs shown then', `${shown.length} of ${pages.length}`)
      findings.expect(recovered !== undefined, 'the sync does not continue when space is free')
      findings.expect(shown.length >= pages.length, `${shown.length} of ${pages.length} PDFs are shown`)
    } finally {
      await fixture.server.limitFileSize(undefined)
      await readers.stop()
    }
    findings.record('learners', String(reading))
    findings.expect(reading.of(200) === reading.total, `learners: ${reading} ${reading.problems}`)
  },
}
