import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { measureFile, type SaveFile } from '../files/save-file.ts'
import type { BuildContext } from './build-context.ts'
import { createFileCopier } from './copy-files.ts'

/** Starts a server that returns the same PDF for every URL, and a copier of its files. */
async function startCopier(saveFile: SaveFile = measureFile) {
  const requestedUrls: string[] = []
  const server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '')
    response.end('%PDF-1.7')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The copier uses only these fields of the context.
  const context = { notion: { origin }, worker: {}, saveFile, signal: new AbortController().signal } as BuildContext
  const copier = createFileCopier(context)
  return { requestedUrls, copier, copy: (name: string) => copier.copy('pdf', `${origin}/${name}`, 'A PDF') }
}

test('fetches a URL once, and counts equal files as one', async () => {
  const { requestedUrls, copier, copy } = await startCopier()
  const [first, again, other] = await Promise.all([copy('a'), copy('a'), copy('b')])
  expect(requestedUrls).toEqual(['/a', '/b'])
  expect([again, other]).toEqual([first, first])
  expect(copier.hashes()).toEqual([first?.hash])
})

test('fetches at most 200 files of a page, and warns the author', async () => {
  const { requestedUrls, copier, copy } = await startCopier()
  for (let n = 0; n < 202; n += 1) await copy(String(n))
  expect(requestedUrls).toHaveLength(200)
  expect(copier.warnings()).toEqual(
    Array(2).fill({ rule: 'too_many_files', message: 'A PDF is missing: The page has more than 200 files. Split it.' }),
  )
})

test('limits the files of a page to 250 MB in total', async () => {
  let saved = 0
  const { requestedUrls, copier, copy } = await startCopier(async () => {
    saved += 1
    return { hash: String(saved), bytes: 100 * 1024 * 1024 }
  })
  for (const name of ['a', 'b', 'c', 'd']) await copy(name)
  expect(requestedUrls).toHaveLength(3)
  expect(copier.warnings()).toMatchObject([{ rule: 'too_many_files', message: expect.stringContaining('250 MB') }])
})
