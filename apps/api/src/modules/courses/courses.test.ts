import { afterAll, describe, expect, test } from 'vitest'
import { LOCKED_WORDS, writeCourse } from '../../testing/course-of-three-sessions.ts'
import { ADMIN, startMirroredAcademy } from '../../testing/mirrored-academy.ts'

const academy = await startMirroredAcademy()
await writeCourse(academy)
const report = await academy.sync()
expect(report).toMatchObject({ result: 'done', published: 9, refused: 0 })
afterAll(() => academy.workspace.stop())

/** The times of a tutorial whose author states none. */
const noTimes = { read_minutes: null, build_minutes: null }

describe('the outline, for every signed-in user (D-116)', () => {
  test("COURSE-01 COURSE-02 API-12 responds with the name, text and sessions of a course in the format of Notion's API", async () => {
    const response = await academy.get('/api/courses/master-course')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      success: true,
      message: null,
      data: {
        id: 'master-course',
        properties: {
          Name: { title: [{ plain_text: 'Vibe Coding' }] },
          Text: { rich_text: [{ plain_text: 'Learn to build.\n\nFor real.' }] },
          sessions: { relation: [{ id: 'start' }, { id: 'build' }, { id: 'ship' }] },
        },
      },
    })
  })

  test('COURSE-11 API-12 EDITION-12 sessions come in order, each with its tutorials, and a tutorial of a free session is free', async () => {
    const response = await academy.get('/api/sessions')
    expect(response.json().data).toEqual([
      {
        id: 'start',
        number: 1,
        name: 'Start',
        description: 'Begin here',
        free: true,
        tutorials_number: 2,
        tutorials: [
          {
            id: 'write-a-brief',
            name: 'Write a brief',
            free: true,
            vip: false,
            duration: 12,
            read_minutes: 8,
            build_minutes: 25,
            has_diagram: true,
            has_video: true,
          },
          { id: 'second', name: 'Second', free: true, vip: false, duration: null, ...noTimes, has_diagram: false, has_video: false },
        ],
      },
      {
        id: 'build',
        number: 2,
        name: 'Build',
        description: '',
        free: false,
        tutorials_number: 2,
        tutorials: [
          {
            id: 'build-a-slice',
            name: 'Build a slice',
            free: false,
            vip: false,
            duration: 25,
            ...noTimes,
            has_diagram: true,
            has_video: false,
          },
          {
            id: 'a-free-one',
            name: 'A free one',
            free: true,
            vip: false,
            duration: null,
            ...noTimes,
            has_diagram: false,
            has_video: false,
          },
        ],
      },
      {
        id: 'ship',
        number: 3,
        name: 'Ship',
        description: 'Put it online',
        free: false,
        tutorials_number: 1,
        tutorials: [
          {
            id: 'for-guests',
            name: 'For guests',
            free: false,
            vip: true,
            duration: null,
            ...noTimes,
            has_diagram: false,
            has_video: false,
          },
        ],
      },
    ])
  })

  test("TUT-04 API-12 responds with the name and description of a session in the format of Notion's API", async () => {
    expect((await academy.get('/api/sessions/start')).json()).toEqual({
      success: true,
      message: null,
      data: {
        id: 'start',
        course_id: 'master-course',
        properties: { Name: { title: [{ plain_text: 'Start' }] }, Description: { rich_text: [{ plain_text: 'Begin here' }] } },
        checkpoint: null,
      },
    })
  })

  test('TUT-06 API-12 the tutorials of a session come in order', async () => {
    const { data } = (await academy.get('/api/sessions/build/tutorials')).json()
    expect(data.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['build-a-slice', 'Build a slice'],
      ['a-free-one', 'A free one'],
    ])
  })

  test('COURSE-08 API-12 the intro video is a player of an allowed host, without the rest of its page', async () => {
    const response = await academy.get('/api/courses/master-course/video')
    expect(response.statusCode).toBe(200)
    const { success, data } = response.json()
    expect([success, Object.keys(data)]).toEqual([true, ['html']])
    expect(data.html).toContain('src="https://player.vimeo.com/video/76979871?dnt=1"')
    expect(data.html).not.toContain('notes')
    expect((await academy.get('/api/courses/master-course/video', {}, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(
      304,
    )
  })

  test('D-07 D-37 ERR-42 API-12 responds with 404 for unknown ids, for a course with the text of the specification', async () => {
    for (const id of ['another-course', 'a.b', 'a%20b', 'a%00b', 'x'.repeat(101)]) {
      const course = await academy.get(`/api/courses/${id}`)
      expect([id, course.statusCode, course.json()]).toEqual([
        id,
        404,
        expect.objectContaining({ success: false, error: 'Course not found', code: 'not_found', message: 'Course not found' }),
      ])
      for (const path of [`courses/${id}/video`, `sessions/${id}`, `sessions/${id}/tutorials`, `tutorials/${id}/content`]) {
        const response = await academy.get(`/api/${path}`)
        expect([path, response.statusCode, response.json().code]).toEqual([path, 404, 'not_found'])
        expect(response.json().message).toMatch(/^(Course|Session|Tutorial) not found$/)
      }
    }
  })

  test('API-01 responds with 401 without a token', async () => {
    for (const path of [
      'courses/master-course',
      'courses/master-course/video',
      'sessions',
      'sessions/start',
      'sessions/start/tutorials',
      'tutorials/write-a-brief/content',
    ]) {
      expect([path, (await academy.app.inject(`/api/${path}`)).statusCode]).toEqual([path, 401])
    }
  })

  test('D-116 the outline contains no content of tutorials', async () => {
    for (const path of ['courses/master-course', 'sessions', 'sessions/build', 'sessions/build/tutorials']) {
      const { payload } = await academy.get(`/api/${path}`)
      expect(payload).not.toContain(LOCKED_WORDS)
      expect(payload).not.toContain('<p>')
    }
  })
})

describe('the content of a tutorial', () => {
  test('COURSE-12 TUT-09 TUT-10 TUT-11 API-12 LEARN-15 EDITION-33 a tutorial of a free session is open to every user, with all its parts', async () => {
    const response = await academy.get('/api/tutorials/write-a-brief/content')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      success: true,
      message: null,
      data: {
        description: { html: '<p>What you will build</p>' },
        tools: { html: '<p>An editor</p>' },
        prompt: {
          html: '<pre class="code" data-language="plain text" tabindex="0"><code>You are a tutor.\n\n&lt;ask&gt; me &amp; wait.</code></pre>',
        },
        'code-sample': { html: expect.stringContaining('<span class="tok-keyword">const</span>') },
        video: { html: expect.stringContaining('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ') },
        transition: { html: '<p>On to building</p>' },
        tips: [{ parent_html: 'Be brief', children_html: '<p>Really</p>' }],
        next: {
          before_tutorial: null,
          next_tutorial: { id: 'second', name: 'Second', session_id: 'start', course_id: 'master-course' },
        },
        duration: 12,
        diagram_url: expect.stringMatching(/^\/api\/files\/[0-9a-f]{64}$/),
        diagram_size: { width: 10, height: 10 },
        diagram_description: 'A page leads to a product.',
        facts_checked_on: '2026-11-02',
        tutorial_name: 'Write a brief',
        tutorial_description: 'One page is enough',
        feedback_component: 'feedback',
      },
    })
  })

  test('TUT-10 parts that the author left out are null', async () => {
    const { data } = (await academy.get('/api/tutorials/second/content')).json()
    expect(data).toMatchObject({
      description: null,
      tools: { html: '<p>An editor</p>' },
      prompt: null,
      'code-sample': null,
      video: null,
      transition: null,
      tips: [],
    })
    expect(data).toMatchObject({
      duration: null,
      diagram_url: null,
      diagram_size: null,
      diagram_description: null,
      facts_checked_on: null,
      tutorial_description: null,
      feedback_component: null,
    })
  })

  test('COURSE-12 a free tutorial of a locked session is open as well (D-32)', async () => {
    expect((await academy.get('/api/tutorials/a-free-one/content')).json().data.description.html).toBe('<p>open</p>')
  })

  test('COURSE-13 a locked tutorial responds with 403 with the offers that unlock it, and no content', async () => {
    const response = await academy.get('/api/tutorials/build-a-slice/content')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({
      success: false,
      code: 'entitlement_required',
      message: 'This tutorial is part of the Master Course. You can open it with the Master Course or the bundle.',
    })
    expect(response.payload).not.toContain(LOCKED_WORDS)
    expect(response.payload).not.toContain('/api/files/')
    expect(response.headers.etag).toBeUndefined()
    expect((await academy.get('/api/tutorials/for-guests/content')).json().message).toContain('VIP access')
  })

  test('ACCESS-04 the admin opens every tutorial', async () => {
    for (const id of ['write-a-brief', 'build-a-slice', 'for-guests']) {
      expect([id, (await academy.get(`/api/tutorials/${id}/content`, ADMIN)).statusCode]).toEqual([id, 200])
    }
    expect((await academy.get('/api/tutorials/build-a-slice/content', ADMIN)).payload).toContain(LOCKED_WORDS)
  })

  test('a locked tutorial that the admin has just opened stays closed to others, also with its ETag', async () => {
    const { headers } = await academy.get('/api/tutorials/build-a-slice/content', ADMIN)
    const response = await academy.get('/api/tutorials/build-a-slice/content', {}, { 'if-none-match': String(headers.etag) })
    expect(response.statusCode).toBe(403)
  })

  test('TUT-25 TUT-26 the neighbors of a tutorial lead across sessions, each with its own session and course', async () => {
    const next = async (id: string) => (await academy.get(`/api/tutorials/${id}/content`, ADMIN)).json().data.next
    expect(await next('second')).toEqual({
      before_tutorial: { id: 'write-a-brief', name: 'Write a brief', session_id: 'start', course_id: 'master-course' },
      next_tutorial: { id: 'build-a-slice', name: 'Build a slice', session_id: 'build', course_id: 'master-course' },
    })
    expect(await next('for-guests')).toEqual({
      before_tutorial: { id: 'a-free-one', name: 'A free one', session_id: 'build', course_id: 'master-course' },
      next_tutorial: null,
    })
  })
})
