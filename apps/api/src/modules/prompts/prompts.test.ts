import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { promptSummary, type UserPrompt, userPrompt } from '@academy/contract'
import { PROMPT_FIELDS, PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildPromptsApp, sampleInput } from '../../testing/prompt-accounts.ts'

const { app, newAccount } = await buildPromptsApp()

type Body = Record<string, unknown>

const sampleOrigin = { kind: 'library', id: 'write-a-brief', prompt: '', name: 'Write a brief', hash: 'a'.repeat(64) }

/** Inserts prompts directly, because a thousand requests take long. */
const fill = (account: { id: string }, count: number, characters: number) =>
  app.sql`insert into prompts (account_id, title, description, content)
    select ${account.id}, 't', 'd', repeat('x', ${characters - 2}) from generate_series(1, ${count}::int)`

describe('prompts', () => {
  test('PROMPT-12 D-69 API-12 lists prompts as a bare array, newest first', async () => {
    const ada = await newAccount()
    const empty = await ada.list()
    expect([empty.statusCode, empty.json(), empty.headers['content-type']]).toEqual([200, [], 'application/json; charset=utf-8'])
    for (const title of ['one', 'two', 'three']) await ada.created({ ...sampleInput, title })
    expect(await ada.titles()).toEqual(['three', 'two', 'one'])
    z.array(userPrompt.strict()).parse((await ada.list()).json())
  })

  test('PROMPT-13 PROMPT-17 returns a created prompt with all fields, as the list and its URL do', async () => {
    const ada = await newAccount()
    const made = await ada.created()
    const added = {
      id: expect.any(String),
      tags: [],
      favourite: false,
      origin: null,
      created_at: expect.any(String),
      updated_at: made.created_at,
    }
    expect(made).toEqual({ ...sampleInput, ...added })
    expect(Math.abs(Date.parse(made.created_at) - Date.now())).toBeLessThan(60_000)
    expect((await ada.list()).json()).toEqual([made])
    expect((await ada.get(made.id)).json()).toEqual(made)
  })

  test('SAVE-05 a stale If-Match is 412 and changes nothing, the version in the address 409', async () => {
    const ada = await newAccount()
    const made = await ada.created()
    const send = (method: 'PUT' | 'DELETE', ifMatch: string, query = '') =>
      app.inject({
        method,
        url: `/api/prompts/${made.id}${query}`,
        headers: { ...ada.headers, 'if-match': ifMatch },
        ...(method === 'PUT' && { payload: sampleInput }),
      })
    const { etag = '' } = (await ada.get(made.id)).headers
    expect(etag).toBe(`"${made.updated_at}"`)
    const changed = await send('PUT', `"other", ${etag}`)
    expect([changed.statusCode, changed.headers.etag]).toEqual([200, `"${changed.json().updated_at}"`])
    for (const stale of [
      await send('PUT', etag),
      await send('PUT', 'nothing'),
      await send('PUT', String(changed.headers.etag), `?updated_at=${made.updated_at}`),
      await send('DELETE', etag),
    ])
      expect([stale.statusCode, stale.json().code]).toEqual([412, 'precondition_failed'])
    expect((await ada.update(made.id, sampleInput, made.updated_at)).statusCode).toBe(409)
    expect((await ada.get(made.id)).json()).toEqual(changed.json())
    expect([(await send('PUT', '*')).statusCode, (await send('DELETE', `"${randomUUID()}"`)).statusCode]).toEqual([200, 412])
    expect((await send('DELETE', `W/${(await ada.get(made.id)).headers.etag}`)).statusCode).toBe(204)
    expect((await send('DELETE', etag)).statusCode).toBe(404)
  })

  test('PROMPT-62 a repeated request with the same id returns the one saved prompt, also at the limit of the account', async () => {
    const ada = await newAccount()
    await fill(ada, PROMPT_LIMITS.prompts - 1, 3)
    const body = { ...sampleInput, id: randomUUID(), tags: ['Review'], origin: sampleOrigin }
    const responses = await Promise.all([ada.create(body), ada.create(body)])
    responses.push(await ada.create({ ...body, title: ` ${body.title} ` }))
    for (const response of responses) expect([response.statusCode, response.json()]).toEqual([201, responses[0]?.json()])
    expect(responses[0]?.json()).toMatchObject(body)
    expect((await ada.list()).json()).toHaveLength(PROMPT_LIMITS.prompts)
    const refused = await ada.create({ ...body, id: randomUUID() })
    expect([refused.statusCode, refused.json().fields]).toEqual([409, undefined])
  })

  test.each([
    ['other texts', { content: 'Give me two names.' }],
    ['another code sample', { code: null }],
    ['other tags', { tags: ['Draft'] }],
    ['another origin', { origin: null }],
  ])('PROMPT-62 refuses %s under the id of a saved prompt, which stays as it is', async (_what, change) => {
    const ada = await newAccount()
    const saved = await ada.created({ ...sampleInput, id: randomUUID(), tags: ['Review'], origin: sampleOrigin })
    const refused = await ada.create({ ...sampleInput, id: saved.id, tags: ['Review'], origin: sampleOrigin, ...change })
    expect([refused.statusCode, refused.json().code, Object.keys(refused.json().fields)]).toEqual([409, 'conflict', ['id']])
    expect((await ada.list()).json()).toEqual([saved])
  })

  test('PROMPT-62 refuses an id that is not a UUID', async () => {
    const refused = await (await newAccount()).create({ ...sampleInput, id: 'mine' })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { id: 'id must be a UUID.' }])
  })

  test('PROMPT-62 refuses the id of a prompt of another account, even with the same texts', async () => {
    const [ada, eve] = [await newAccount(), await newAccount()]
    const { id } = await ada.created()
    const refused = await eve.create({ ...sampleInput, id })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([409, ['id']])
    expect([(await eve.list()).json(), await ada.titles()]).toEqual([[], [sampleInput.title]])
  })

  test.each([undefined, null, '', ' \n '])('PROMPT-09 stores the empty code sample %j as null', async (code) => {
    const ada = await newAccount()
    const { code: _, ...texts } = sampleInput
    expect((await ada.created(code === undefined ? texts : { ...texts, code })).code).toBeNull()
  })

  test('PROMPT-15 returns a changed prompt, and keeps its position and creation date', async () => {
    const ada = await newAccount()
    const made = await ada.created()
    await ada.created({ ...sampleInput, title: 'newer' })
    const response = await ada.update(made.id, { ...sampleInput, title: 'Better', code: null })
    expect(response.statusCode).toBe(200)
    const changed = userPrompt.strict().parse(response.json())
    expect(changed).toEqual({ ...made, title: 'Better', code: null, updated_at: changed.updated_at })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at))
    expect((await ada.get(made.id)).json()).toEqual(changed)
    expect(await ada.titles()).toEqual(['newer', 'Better'])
  })

  test('PROMPT-15 a change gets a later version, also in the same millisecond', async () => {
    const ada = await newAccount()
    const { id } = await ada.created()
    await app.sql`update prompts set updated_at = now() + interval '1 hour' where id = ${id}`
    const { updated_at } = (await ada.get(id)).json()
    const changed = await ada.update(id, sampleInput, updated_at)
    expect(Date.parse(changed.json().updated_at)).toBeGreaterThan(Date.parse(updated_at))
  })

  test('PROMPT-16 D-64 deletes a prompt with an empty response, and responds with 404 the second time', async () => {
    const ada = await newAccount()
    const made = await ada.created()
    const response = await ada.remove(made.id)
    expect([response.statusCode, response.payload]).toEqual([204, ''])
    expect((await ada.list()).json()).toEqual([])
    expect((await ada.get(made.id)).statusCode).toBe(404)
    expect((await ada.remove(made.id)).statusCode).toBe(404)
  })

  test('D-07 ERR-30 PROMPT-18 PROMPT-21 responds with 404 for unknown and malformed ids', async () => {
    const ada = await newAccount()
    for (const id of [randomUUID(), 'none', '__proto__', '0'.repeat(36), 'a.b', 'with%20space', 'a%00b']) {
      for (const response of [await ada.get(id), await ada.update(id, sampleInput), await ada.remove(id)]) {
        expect([response.statusCode, response.json().code, response.json().message]).toEqual([404, 'not_found', 'Prompt not found'])
      }
    }
    const nothing = await ada.update('a.b', { ...sampleInput, title: '' })
    expect([nothing.statusCode, Object.keys(nothing.json().fields)], 'the body is validated for any id').toEqual([400, ['title']])
  })

  test('D-67 returns texts unchanged, with line breaks and markup', async () => {
    const ada = await newAccount()
    const content = "Line one\r\n\tline <b>two</b> &amp; {{name}} 👩‍💻 \u202e\n\n$1 \\n %s '; drop table prompts; --"
    const code = '  if (a < b) {\n    return "</script>"\n  }\n'
    const made = await ada.created({ ...sampleInput, content, code })
    expect([made.content, made.code]).toEqual([content, code])
    expect((await ada.get(made.id)).json()).toEqual(made)
    expect((await ada.list()).json()).toEqual([made])
  })
})

describe('limits', () => {
  const long = (length: number) => 'x'.repeat(length)
  const { title, description, content, code } = PROMPT_FIELDS

  test.each([
    ['title', undefined, 'Title is required.'],
    ['title', '  ', 'Title is required.'],
    ['title', long(title.max + 1), 'Title must be at most 200 characters.'],
    ['title', 'a\nb', 'Title contains characters that cannot be stored.'],
    ['description', '\n', 'Description is required.'],
    ['description', long(description.max + 1), 'Description must be at most 1,000 characters.'],
    ['content', 7, 'Prompt Content is required.'],
    ['content', long(content.max + 1), 'Prompt Content must be at most 50,000 characters.'],
    ['content', 'a\u0000b', 'Prompt Content contains control characters other than tabs and line breaks. Remove them.'],
    ['code', 'a\u001b[31mb', 'Code Sample contains control characters other than tabs and line breaks. Remove them.'],
    ['code', long(code.max + 1), 'Code Sample must be at most 50,000 characters.'],
    ['code', 7, 'Code Sample must be text.'],
    ['owner', 'somebody', 'This field is not known here.'],
  ])('PROMPT-08 PROMPT-61 D-62 refuses %s of %j, on create and on update', async (field, value, reason) => {
    const ada = await newAccount()
    const made = await ada.created()
    const { [field]: _, ...others } = sampleInput as Body
    const body = value === undefined ? others : { ...others, [field]: value }
    for (const response of [await ada.create(body), await ada.update(made.id, body)]) {
      expect([response.statusCode, response.json().code, response.json().fields]).toEqual([400, 'invalid_request', { [field]: reason }])
    }
    expect((await ada.list()).json()).toEqual([made])
  })

  test('PROMPT-61 accepts tabs and line breaks of all systems', async () => {
    const content = 'a\tb\nc\r\nd\re'
    expect((await (await newAccount()).created({ ...sampleInput, content, code: content })).content).toBe(content)
  })

  test('D-62 accepts texts of the maximum length, not counting spaces around them', async () => {
    const ada = await newAccount()
    const body = {
      title: ` ${long(title.max)} `,
      description: `${long(description.max)}\n`,
      content: `\n${long(content.max)}`,
      code: long(code.max),
    }
    expect(await ada.created(body)).toMatchObject({ title: long(title.max), content: long(content.max), code: long(code.max) })
  })

  test('responds with 409 with advice for a full account, until a prompt is deleted', async () => {
    const ada = await newAccount()
    await fill(ada, PROMPT_LIMITS.prompts - 1, 3)
    const last = await ada.created()
    const refused = await ada.create()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect(refused.json().message).toMatch(/at most 1,000 prompts.*Delete one/)
    expect(refused.json().fields).toBeUndefined()
    expect((await ada.update(last.id, { ...sampleInput, title: 'Still changed' })).statusCode).toBe(200)
    expect((await ada.remove(last.id)).statusCode).toBe(204)
    expect((await ada.create()).statusCode).toBe(201)
  })

  test('limits the total text of an account, because its list is one response', async () => {
    const ada = await newAccount()
    const made = await ada.created()
    const held = Object.values(sampleInput).join('').length
    await fill(ada, 99, 50_000)
    await fill(ada, 1, PROMPT_LIMITS.text - 99 * 50_000 - held - 10)
    const longer = { ...sampleInput, content: `${sampleInput.content}12345678901` }
    for (const refused of [await ada.create(), await ada.update(made.id, longer, made.updated_at)]) {
      expect([refused.statusCode, refused.json().code, refused.json().fields]).toEqual([409, 'conflict', undefined])
      expect(refused.json().message).toMatch(/5,000,000 characters.*Delete one/)
    }
    expect((await ada.update(made.id, { ...sampleInput, content: `${sampleInput.content}1234567890` })).statusCode).toBe(200)
  })
})

test('stores or refuses any input, and never responds with 500', async () => {
  const ada = await newAccount()
  const made = await ada.created()
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('\ud800', 'a\udfffb', '\u0000', '{"a":1}', '\\', '$1', 'NaN', '\u2028'),
  )
  const body = fc.record({ title: text, description: text, content: text, code: fc.option(text) }, { requiredKeys: [] })
  const version = fc.oneof(
    fc.option(
      fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-29T00:00:00Z', '2026-01-01T00:00:00.123456789Z'),
      {
        nil: undefined,
      },
    ),
    text,
  )
  await fc.assert(
    fc.asyncProperty(body, version, async (sent, updatedAt) => {
      const created = await ada.create(sent)
      expect([201, 400]).toContain(created.statusCode)
      if (created.statusCode === 201) {
        expect((await ada.get(created.json().id)).json()).toEqual(created.json())
        expect((await ada.remove(created.json().id)).statusCode).toBe(204)
      }
      expect([200, 400, 409]).toContain((await ada.update(made.id, sent, updatedAt?.toWellFormed())).statusCode)
    }),
    { numRuns: 100 },
  )
})

test('PROMPT-12 the next list shows every change, also of another instance', async () => {
  const ada = await newAccount()
  const byOthers = () => app.sql`insert into prompts (account_id, title, description, content) values (${ada.id}, 'theirs', 'd', 'x')`
  const nth = async (index: number): Promise<UserPrompt | undefined> => {
    const all: UserPrompt[] = (await ada.list()).json()
    return all[index % all.length]
  }
  const change = fc.record({ what: fc.constantFrom('create', 'update', 'remove', 'theirs', 'nothing'), index: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const [turn, { what, index }] of changes.entries()) {
        const prompt = await nth(index)
        if (what === 'create') await ada.created()
        if (what === 'theirs') await byOthers()
        if (what === 'update' && prompt) await ada.update(prompt.id, { ...sampleInput, title: `turn ${turn}` })
        if (what === 'remove' && prompt) await ada.remove(prompt.id)
        const rows = await app.sql`select id, title from prompts where account_id = ${ada.id} order by created_at desc, id desc`
        expect((await ada.list()).json().map(({ id, title }: UserPrompt) => ({ id, title }))).toEqual([...rows])
      }
    }),
    { numRuns: 30 },
  )
})

test('PROMPT-12 serves a complete list of several pages, in order', async () => {
  const ada = await newAccount()
  await fill(ada, 60, 20_000)
  const rows = await app.sql<{ id: string }[]>`select id from prompts where account_id = ${ada.id} order by created_at desc, id desc`
  expect((await ada.list()).json().map(({ id }: UserPrompt) => id)).toEqual(rows.map(({ id }) => id))
})

test('PROMPT-63 lists prompts without their long texts, and with at most 20 fields', async () => {
  const ada = await newAccount()
  const fieldsOf = (count: number) => Array.from({ length: count }, (_, field) => `{{field ${field}}}`)
  for (const count of [2, 20, 21]) await ada.created({ ...sampleInput, content: `${fieldsOf(count).join(' ')} again {{field 1}}` })
  await ada.created({ ...sampleInput, content: '{{one}} '.repeat(201) })
  const summaries = z.array(promptSummary.strict()).parse((await ada.summaries()).json())
  const withoutTexts = (await ada.list()).json().map(({ content: _content, code: _code, ...rest }: UserPrompt) => rest)
  expect(summaries.map(({ fields: _fields, ...rest }) => rest)).toEqual(withoutTexts)
  const names = (count: number) => Array.from({ length: count }, (_, field) => `field ${field}`)
  expect(summaries.map(({ fields }) => fields)).toEqual([null, null, names(20), names(2)])
})

test.each(['list', 'summaries'] as const)('PROMPT-64 the %s has an ETag, which changes with each change of a prompt', async (name) => {
  const ada = await newAccount()
  const tags = new Set<unknown>()
  let made: UserPrompt | undefined
  const changes = [
    async () => undefined,
    async () => (made = await ada.created()),
    async () => await ada.update(made?.id ?? '', { ...sampleInput, title: 'Changed' }),
    async () => await ada.favourite(made?.id ?? '', true),
  ]
  for (const change of changes) {
    await change()
    const [etag] = [(await ada[name]()).headers.etag].flat()
    tags.add(etag)
    const known = await ada[name]({ 'if-none-match': String(etag) })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag])
  }
  expect(tags.size).toBe(changes.length)
})

test.each(['list', 'summaries'] as const)('PROMPT-64 a long %s is compressed for clients that accept it', async (name) => {
  const ada = await newAccount()
  await fill(ada, 100, 2_000)
  const plain = await ada[name]()
  const unzip = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const encoding of ['br', 'gzip'] as const) {
    const sent = await ada[name]({ 'accept-encoding': encoding })
    expect(sent.headers).toMatchObject({
      'content-encoding': encoding,
      etag: plain.headers.etag,
      vary: expect.stringContaining('Accept-Encoding'),
    })
    expect(unzip[encoding](sent.rawPayload).toString()).toBe(plain.body)
    expect(sent.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
  expect((await ada.list({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined()
})

test('reads the list in the order of its index', async () => {
  const ada = await newAccount()
  await fill(ada, 20, 500)
  await app.sql`insert into prompts (account_id, title, description, content)
    select gen_random_uuid(), 't', 'd', 'x' from generate_series(1, 20000)`
  await app.sql`analyze prompts`
  const plan = await app.sql.begin(async (transaction) => {
    // Postgres may prefer to sort a few rows; with bitmap scans off it shows the plan for many
    await transaction`set local enable_bitmapscan = off`
    return await transaction`explain select json_agg(title order by created_at desc, id desc) from prompts where account_id = ${ada.id}`
  })
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Scan using prompts_newest')
  expect(text).not.toContain('Sort')
})
