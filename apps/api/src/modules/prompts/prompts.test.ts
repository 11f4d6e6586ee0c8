import { randomUUID } from 'node:crypto'
import { apiError, type UserPrompt, userPrompt } from '@academy/contract'
import { PROMPT_FIELDS, PROMPT_LIMITS } from '@academy/contract/prompt-fields'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADMIN_ID, buildTestApp } from '../../testing/build-test-app.ts'
import { endpoints } from '../../testing/contract-endpoints.ts'
import { grantPackage, revokePackage } from '../billing/manage-grants.ts'

// Longer than our files are: all of it needs the same people, with every call that one of them can make.

const ADMIN = 'admin@example.test'
const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, RATE_LIMIT_ACCOUNT_PER_MINUTE: '100000' } })

const input = { title: 'Name it', description: 'For a name that stays', content: 'Give me ten names.', code: 'const a = 1' }
type Body = Record<string, unknown>

/** A new account, by default with the Studio. */
async function newPerson({ studio = true, email = 'learner@example.test' } = {}) {
  const id = email === ADMIN ? ADMIN_ID : randomUUID()
  const headers = await signIn({ id, email })
  const words = { account_id: id, package: 'studio', reason: 'a test', by: 'ada' }
  if (studio) await grantPackage(app.db, { ...words, expires_at: null })
  const create = (body: Body = input) => app.inject({ method: 'POST', url: '/api/prompts', headers, payload: body })
  return {
    id,
    headers,
    create,
    created: async (body: Body = input): Promise<UserPrompt> => {
      const response = await create(body)
      expect(response.statusCode).toBe(201)
      return userPrompt.strict().parse(response.json())
    },
    list: () => app.inject({ url: '/api/prompts', headers }),
    titles: async () => (await app.inject({ url: '/api/prompts', headers })).json().map(({ title }: UserPrompt) => title),
    get: (prompt: string) => app.inject({ url: `/api/prompts/${prompt}`, headers }),
    update: (prompt: string, body: Body, version?: string) =>
      app.inject({
        method: 'PUT',
        url: `/api/prompts/${prompt}${version === undefined ? '' : `?updated_at=${encodeURIComponent(version)}`}`,
        headers,
        payload: body,
      }),
    remove: (prompt: string) => app.inject({ method: 'DELETE', url: `/api/prompts/${prompt}`, headers }),
    revokeStudio: () => revokePackage(app.db, words),
    grantStudio: () => grantPackage(app.db, { ...words, expires_at: null }),
  }
}
type Someone = Awaited<ReturnType<typeof newPerson>>

/** Fills an account behind the API's back: a thousand calls would take their time. */
const fill = (account: Someone, count: number, characters: number) =>
  app.sql`insert into prompts (account_id, title, description, content)
    select ${account.id}, 't', 'd', repeat('x', ${characters - 2}) from generate_series(1, ${count}::int)`

const AT_ONCE = { interval: 5 }

describe('keeping prompts', () => {
  test('PROMPT-12 D-69 API-12 the list is a bare array, newest first, empty at the beginning', async () => {
    const ada = await newPerson()
    const empty = await ada.list()
    expect([empty.statusCode, empty.json(), empty.headers['content-type']]).toEqual([200, [], 'application/json; charset=utf-8'])
    for (const title of ['one', 'two', 'three']) await ada.created({ ...input, title })
    expect(await ada.titles()).toEqual(['three', 'two', 'one'])
    z.array(userPrompt.strict()).parse((await ada.list()).json())
  })

  test('PROMPT-13 PROMPT-17 a created prompt comes back with all its fields, as the list and its own address show it', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    expect(made).toEqual({ ...input, id: expect.any(String), created_at: expect.any(String), updated_at: made.created_at })
    expect(Math.abs(Date.parse(made.created_at) - Date.now())).toBeLessThan(60_000)
    expect((await ada.list()).json()).toEqual([made])
    expect((await ada.get(made.id)).json()).toEqual(made)
  })

  test.each([undefined, null, '', ' \n '])('PROMPT-09 without a code sample (%j) there is none', async (code) => {
    const ada = await newPerson()
    const { code: _, ...texts } = input
    expect((await ada.created(code === undefined ? texts : { ...texts, code })).code).toBeNull()
  })

  test('PROMPT-15 a change answers the changed prompt and keeps its place and its date', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    await ada.created({ ...input, title: 'newer' })
    const response = await ada.update(made.id, { ...input, title: 'Better', code: null })
    expect(response.statusCode).toBe(200)
    const changed = userPrompt.strict().parse(response.json())
    expect(changed).toEqual({ ...made, title: 'Better', code: null, updated_at: changed.updated_at })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(made.updated_at))
    expect((await ada.get(made.id)).json()).toEqual(changed)
    expect(await ada.titles()).toEqual(['newer', 'Better'])
  })

  test('PROMPT-16 D-64 a deleted prompt is gone, with an empty answer; deleted again it is 404', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    const response = await ada.remove(made.id)
    expect([response.statusCode, response.payload]).toEqual([204, ''])
    expect((await ada.list()).json()).toEqual([])
    expect((await ada.get(made.id)).statusCode).toBe(404)
    expect((await ada.remove(made.id)).statusCode).toBe(404)
  })

  test('D-07 ERR-30 PROMPT-18 PROMPT-21 what does not exist is 404, whatever its id looks like', async () => {
    const ada = await newPerson()
    for (const id of [randomUUID(), 'none', '__proto__', '0'.repeat(36), 'a.b', 'with%20space', 'a%00b']) {
      for (const response of [await ada.get(id), await ada.update(id, input), await ada.remove(id)]) {
        expect([response.statusCode, response.json().code, response.json().message]).toEqual([404, 'not_found', 'Prompt not found'])
      }
    }
    const nothing = await ada.update('a.b', { ...input, title: '' })
    expect([nothing.statusCode, Object.keys(nothing.json().fields)], 'what is sent is refused as for any other id').toEqual([
      400,
      ['title'],
    ])
  })

  test('D-67 texts come back as they were written, line breaks, markup and all', async () => {
    const ada = await newPerson()
    const content = "Line one\r\n\tline <b>two</b> &amp; {{name}} 👩‍💻 \u202e\n\n$1 \\n %s '; drop table prompts; --"
    const code = '  if (a < b) {\n    return "</script>"\n  }\n'
    const made = await ada.created({ ...input, content, code })
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
    ['content', 'a\u0000b', 'Prompt Content contains characters that cannot be stored.'],
    ['code', long(code.max + 1), 'Code Sample must be at most 50,000 characters.'],
    ['code', 7, 'Code Sample must be text.'],
    ['owner', 'somebody', 'This field is not known here.'],
  ])('PROMPT-08 D-62 %s of %j is refused, on create and on update', async (field, value, reason) => {
    const ada = await newPerson()
    const made = await ada.created()
    const { [field]: _, ...others } = input as Body
    const body = value === undefined ? others : { ...others, [field]: value }
    for (const response of [await ada.create(body), await ada.update(made.id, body)]) {
      expect([response.statusCode, response.json().code, response.json().fields]).toEqual([400, 'invalid_request', { [field]: reason }])
    }
    expect((await ada.list()).json()).toEqual([made])
  })

  test('D-62 what just fits is taken, measured without the space around it', async () => {
    const ada = await newPerson()
    const body = {
      title: ` ${long(title.max)} `,
      description: `${long(description.max)}\n`,
      content: `\n${long(content.max)}`,
      code: long(code.max),
    }
    expect(await ada.created(body)).toMatchObject({ title: long(title.max), content: long(content.max), code: long(code.max) })
  })

  test('a full account gets 409 with what to do; deleting a prompt makes room', async () => {
    const ada = await newPerson()
    await fill(ada, PROMPT_LIMITS.prompts - 1, 3)
    const last = await ada.created()
    const refused = await ada.create()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect(refused.json().message).toMatch(/at most 1,000 prompts.*Delete one/)
    expect(refused.json().fields).toBeUndefined()
    expect((await ada.update(last.id, { ...input, title: 'Still changed' })).statusCode).toBe(200)
    expect((await ada.remove(last.id)).statusCode).toBe(204)
    expect((await ada.create()).statusCode).toBe(201)
  })

  test('the texts of an account have a limit together, so that its list stays one answer', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    const held = Object.values(input).join('').length
    await fill(ada, 99, 50_000)
    await fill(ada, 1, PROMPT_LIMITS.text - 99 * 50_000 - held - 10)
    const longer = { ...input, content: `${input.content}12345678901` }
    for (const refused of [await ada.create(), await ada.update(made.id, longer, made.updated_at)]) {
      expect([refused.statusCode, refused.json().code, refused.json().fields]).toEqual([409, 'conflict', undefined])
      expect(refused.json().message).toMatch(/5,000,000 characters.*Delete one/)
    }
    expect((await ada.update(made.id, { ...input, content: `${input.content}1234567890` })).statusCode).toBe(200)
  })
})

describe('two tabs and two devices', () => {
  test('saving an outdated version gets 409, and overwrites nothing', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    const first = (await ada.update(made.id, { ...input, title: 'First' }, made.updated_at)).json() as UserPrompt
    const second = await ada.update(made.id, { ...input, title: 'Second' }, made.updated_at)
    expect([second.statusCode, apiError.strict().parse(second.json()).code]).toEqual([409, 'conflict'])
    expect(second.json().fields).toEqual({ updated_at: second.json().message })
    expect((await ada.get(made.id)).json()).toEqual(first)
    expect((await ada.update(made.id, { ...input, title: 'Second' }, first.updated_at)).statusCode).toBe(200)
  })

  test('of many who save the same version at the same moment one succeeds', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    const names = Array.from({ length: 12 }, (_, index) => `Tab ${index}`)
    const answers = await Promise.all(names.map((title) => ada.update(made.id, { ...input, title }, made.updated_at)))
    const winners = answers.filter(({ statusCode }) => statusCode === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11)
    expect((await ada.get(made.id)).json()).toEqual(winners[0]?.json())
  })

  test('every change is a version of its own, however quick', async () => {
    const ada = await newPerson()
    let { id, updated_at: version } = await ada.created()
    for (let change = 0; change < 20; change++) {
      const next = (await ada.update(id, input, version)).json() as UserPrompt
      expect(Date.parse(next.updated_at)).toBeGreaterThan(Date.parse(version))
      ;({ id, updated_at: version } = next)
    }
  })

  test.each(['yesterday', '2026-01-01', "'; select 1"])('a version that is no time (%s) is refused', async (version) => {
    const ada = await newPerson()
    const made = await ada.created()
    const response = await ada.update(made.id, input, version)
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['updated_at']])
  })
})

describe('D-61 whose prompts they are', () => {
  const all = endpoints.filter(({ name }) => name.startsWith('prompts.'))

  test('PROMPT-10 every endpoint asks for the entitlement', () => {
    expect(all).toHaveLength(5)
    expect(all.map(({ route }) => (route.metadata as { entitlement?: string }).entitlement)).toEqual(all.map(() => 'my_prompts'))
  })

  test.each(all)(
    'API-01 $name: 401 without a token, 403 without the entitlement, before anything else is checked',
    async ({ method, url }) => {
      const owner = await newPerson()
      const { id } = await owner.created()
      const { headers } = await newPerson({ studio: false })
      for (const parameter of [id, randomUUID(), 'with%20space']) {
        const refused = await app.inject({ method, url: url(parameter), headers, ...(method === 'GET' ? {} : { payload: {} }) })
        expect([refused.statusCode, refused.json().code]).toEqual([403, 'entitlement_required'])
      }
      expect((await app.inject({ method, url: url(id) })).statusCode).toBe(401)
      expect((await owner.list()).json()).toHaveLength(1)
    },
  )

  test('ACCESS-07 a prompt of another account cannot be listed, read, changed or deleted: 404', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const made = await ada.created()
    expect((await bob.list()).json()).toEqual([])
    for (const response of [await bob.get(made.id), await bob.update(made.id, input, made.updated_at), await bob.remove(made.id)]) {
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
    expect((await ada.list()).json()).toEqual([made])
  })

  test('ACCESS-05 the admin keeps prompts without buying, and sees no others', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    const admin = await newPerson({ studio: false, email: ADMIN })
    const own = await admin.created()
    expect((await admin.list()).json()).toEqual([own])
    expect((await admin.get(made.id)).statusCode).toBe(404)
  })

  test('when the Studio ends they are out of reach, and there again when it returns', async () => {
    const ada = await newPerson()
    const made = await ada.created()
    await ada.revokeStudio()
    await expect.poll(async () => (await ada.list()).statusCode, AT_ONCE).toBe(403)
    await ada.grantStudio()
    await expect.poll(async () => (await ada.list()).statusCode, AT_ONCE).toBe(200)
    expect((await ada.list()).json()).toEqual([made])
  })
})

test('every input is stored or refused, and never answered with 500', async () => {
  const ada = await newPerson()
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

test('PROMPT-12 whatever is changed, here or by another instance, the next list shows it', async () => {
  const ada = await newPerson()
  const byOthers = () => app.sql`insert into prompts (account_id, title, description, content) values (${ada.id}, 'theirs', 'd', 'x')`
  const nth = async (index: number): Promise<UserPrompt | undefined> => {
    const all: UserPrompt[] = (await ada.list()).json()
    return all[index % all.length]
  }
  const change = fc.record({ what: fc.constantFrom('create', 'update', 'remove', 'theirs', 'nothing'), index: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const [turn, { what, index }] of changes.entries()) {
        const one = await nth(index)
        if (what === 'create') await ada.created()
        if (what === 'theirs') await byOthers()
        if (what === 'update' && one) await ada.update(one.id, { ...input, title: `turn ${turn}` })
        if (what === 'remove' && one) await ada.remove(one.id)
        const kept = await app.sql`select id, title from prompts where account_id = ${ada.id} order by created_at desc, id desc`
        expect((await ada.list()).json().map(({ id, title }: UserPrompt) => ({ id, title }))).toEqual([...kept])
      }
    }),
    { numRuns: 30 },
  )
})

test('a list longer than the cache is served whole', async () => {
  const ada = await newPerson()
  await fill(ada, 60, 20_000)
  for (let turn = 0; turn < 2; turn++) expect((await ada.list()).json()).toHaveLength(60)
})

test('the list can be read along its index, already in order', async () => {
  const ada = await newPerson()
  await fill(ada, 20, 500)
  await app.sql`insert into prompts (account_id, title, description, content)
    select gen_random_uuid(), 't', 'd', 'x' from generate_series(1, 20000)`
  await app.sql`analyze prompts`
  const plan = await app.sql.begin(async (transaction) => {
    // So few rows Postgres may rather sort than fetch one by one; what counts is that with many it need not.
    await transaction`set local enable_bitmapscan = off`
    return await transaction`explain select json_agg(title order by created_at desc, id desc) from prompts where account_id = ${ada.id}`
  })
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Scan using prompts_newest')
  expect(text).not.toContain('Sort')
})
