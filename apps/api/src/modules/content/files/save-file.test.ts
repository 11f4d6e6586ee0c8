import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { saveFileTo } from './save-file.ts'

const { app } = await buildTestApp()
const save = saveFileTo(app.sql)
const MB = 1024 * 1024

test('saves a whole file part by part as it arrives', async () => {
  const [first, second] = [randomBytes(MB), randomBytes(MB + 1)]
  const countFiles = async () => (await app.sql`select count(*)::int as files from content_files`)[0]?.files
  const filesBefore = await countFiles()
  let filesMeanwhile: unknown
  async function* arriving() {
    yield first
    filesMeanwhile = await countFiles()
    yield second
  }
  const { hash, bytes } = await save('video/webm', arriving())
  expect(filesMeanwhile, 'the file is not there before it is whole').toBe(filesBefore)
  const whole = Buffer.concat([first, second])
  expect({ hash, bytes }).toEqual({ hash: createHash('sha256').update(whole).digest('hex'), bytes: whole.length })
  const [row] = await app.sql`select type, bytes from content_files where hash = ${hash}`
  expect([row?.type, row?.bytes.equals(whole)]).toEqual(['video/webm', true])
})

test('reads on only after a part is saved', async () => {
  let queries = 0
  let saved = 0
  let maximum = 0
  const counting = saveFileTo(
    new Proxy(app.sql, {
      get: (sql, name) =>
        name === 'begin'
          ? (work: (tx: unknown) => Promise<unknown>) =>
              sql.begin((tx) =>
                work(async (strings: TemplateStringsArray, ...values: unknown[]) => {
                  const response = await tx(strings, ...(values as never[]))
                  if (strings.join('').includes('lo_put')) saved += (values[2] as Buffer).length
                  return response
                }),
              )
          : Reflect.get(sql, name),
    }),
  )
  function* chunks() {
    for (let n = 0; n < 200; n += 1) {
      queries += 64 * 1024
      maximum = Math.max(maximum, queries - saved)
      yield randomBytes(64 * 1024)
    }
  }
  expect((await counting('video/webm', chunks())).bytes).toBe(200 * 64 * 1024)
  expect(maximum).toBeLessThanOrEqual(320 * 1024)
})

test('a file that breaks off leaves nothing stored, and neither does a second copy', async () => {
  const before = await app.sql`select hash from content_files`
  async function* breaking() {
    yield randomBytes(MB)
    throw new Error('broke off')
  }
  await expect(save('video/webm', breaking())).rejects.toThrow('broke off')
  expect(await app.sql`select hash from content_files`).toEqual(before)
  const twice = randomBytes(10)
  expect(await save('video/webm', [twice])).toEqual(await save('video/webm', [twice]))
  expect(await app.sql`select 1 from content_files`).toHaveLength(before.length + 1)
  expect(await app.sql`select 1 from pg_largeobject_metadata`).toEqual([])
})
