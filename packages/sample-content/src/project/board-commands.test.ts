import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { boardOf, createSession, node, serve } from '../testing/board.ts'

/** Runs code as a module in the folder of a board. Returns what it prints. */
async function runCode(folder: string, code: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = await node(folder, ['--input-type=module', '-e', code], { env })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.trim()
}

const noteCode = (id: string, text: string) =>
  `addNote(db, { id: '${id}', text: '${text}', source: 'mail', date: '2026-03-02', author: 'mailbox', createdAt: null })`

test('EDITION-01 suggest-topics.js accepts an answer saved with the line ends of Windows', async () => {
  const folder = boardOf('12')
  await runCode(
    folder,
    `import { addNote, openStore } from './store.js'
    const db = openStore('notes.db')
    ${noteCode('n1', 'The export is slow')}
    ${noteCode('n2', 'Where is my invoice?')}`,
  )
  writeFileSync(path.join(folder, 'answer.txt'), '1: export\r\n2: invoices\r\n')
  const { stdout } = await node(folder, ['suggest-topics.js', 'answer.txt'])
  expect(stdout).toContain("accepted: [ { number: 1, topic: 'export' }, { number: 2, topic: 'invoices' } ],\n  refused: []")
})

test.each(['09', '12', '13'])('EDITION-01 server.js of session %s removes a member, who is signed out at once', async (session) => {
  const folder = boardOf(session)
  const SESSION = await createSession(folder)
  const BOARD = await serve(folder)
  const statusOfMe = async () => (await fetch(`${BOARD}/me`, { headers: { cookie: `session=${SESSION}` } })).status
  expect(await statusOfMe()).toBe(200)
  const removal = await node(folder, ['server.js', '--remove', 'Ana@board.example'], { env: { PORT: '0' } })
  expect(removal).toEqual({ status: 0, stdout: 'Ana@board.example is removed.\n', stderr: '' })
  expect(await statusOfMe()).toBe(401)
  const again = await node(folder, ['server.js', '--remove', 'ana@board.example'], { env: { PORT: '0' } })
  expect(again.stdout).toBe('There is no member ana@board.example.\n')
  await node(folder, ['server.js', '--invite', 'ana@board.example', 'Ana', 'owner'], { env: { PORT: '0' } })
  expect(await statusOfMe(), 'an old session stays closed after a new invitation').toBe(401)
})

test.each(['08', '13'])(
  'EDITION-01 the board of session %s stores a mail with a plain day, whatever date the service sends',
  async (session) => {
    const folder = boardOf(session)
    const days = await runCode(
      folder,
      `import { openMails, receiveMail } from './mails.js'
    import { allNotes, openStore } from './store.js'
    const db = openStore('notes.db')
    openMails(db)
    const dates = ['2026-03-03', '2026-03-03T09:12:00Z', 'Tue, 03 Mar 2026', undefined]
    for (const [index, date] of dates.entries()) {
      receiveMail(db, { messageId: 'm' + index, type: 'mail.received', mailId: index, text: 'Hello', date }, Date.UTC(2026, 2, 6) / 1000)
    }
    console.log(allNotes(db).map(({ id, date }) => id + ' ' + date).toSorted().join())`,
    )
    expect(days).toBe('mail-0 2026-03-03,mail-1 2026-03-03,mail-2 2026-03-06,mail-3 2026-03-06')
  },
)

test('EDITION-01 backup.js sets every replaced file of a database aside, also at a second restore', async () => {
  const folder = boardOf('13')
  const save = (id: string) =>
    runCode(folder, `import { addNote, openStore } from './store.js'\nconst db = openStore('notes.db')\n${noteCode(id, 'Hello')}`)
  await save('n1')
  await node(folder, ['backup.js', 'notes.db', 'copy.db'])
  await save('n2')
  writeFileSync(path.join(folder, 'notes.db-journal'), 'left by a crash')
  for (const saved of ['n3', 'n4']) {
    const { stdout } = await node(folder, ['backup.js', '--restore', 'copy.db', 'notes.db'])
    expect(stdout).toBe('ok, 1 notes, newest 2026-03-02\n')
    await save(saved)
  }
  const aside = readdirSync(folder)
    .filter((name) => name.startsWith('notes.db.damaged'))
    .toSorted()
  const journals = aside.filter((name) => name.endsWith('-journal'))
  expect(journals.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['left by a crash'])
  for (const name of journals) rmSync(path.join(folder, name))
  const counts = aside
    .filter((name) => !journals.includes(name))
    .map((name) => {
      const db = new DatabaseSync(path.join(folder, name), { readOnly: true })
      const ids = db
        .prepare('SELECT id FROM notes ORDER BY id')
        .all()
        .map(({ id }) => id)
      db.close()
      return ids
    })
  expect(counts).toEqual([
    ['n1', 'n2'],
    ['n1', 'n3'],
  ])
})

test('EDITION-01 person.js finds a word whatever its capitals, also beyond A to Z', async () => {
  const found = await runCode(
    boardOf('12'),
    `import { findNotes } from './person.js'
    import { addNote, openStore } from './store.js'
    const db = openStore('notes.db')
    ${noteCode('n1', 'ÖZIL calls back')}
    ${noteCode('n2', 'Refund of 100% for José')}
    console.log(['Özil', 'JOSÉ', '%', 'Mira'].map((word) => findNotes(db, word).map(({ id }) => id).join()).join(';'))`,
  )
  expect(found).toBe('n1;n2;n2;')
})

const SAVE_MEMBERS = `
  import { beginSession, openMembers, startSignIn } from './members.js'
  import { lookAtBoard, openHealth } from './health.js'
  openMembers(db)
  openHealth(db)`

test.each([
  ['08', '', ''],
  ['13', SAVE_MEMBERS, "beginSession(db, 'ana@board.example', 0), startSignIn(db, 0), console.log(lookAtBoard(db).join())"],
])('EDITION-01 the board of session %s saves into tables to which a newer board added a column', async (session, open, save) => {
  const saved = await runCode(
    boardOf(session),
    `import { openMails, receiveMail } from './mails.js'
    import { addNote, allNotes, openStore } from './store.js'
    const db = openStore('notes.db')
    openMails(db)
    ${open}
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    for (const { name } of tables) db.exec('ALTER TABLE ' + name + ' ADD COLUMN added TEXT')
    addNote(db, { id: 'n1', text: 'Hello', source: 'call', date: '2026-03-02', author: 'Ana', createdAt: null, topics: ['export'] })
    receiveMail(db, { messageId: 'm1', type: 'mail.received', mailId: '1', text: 'Hello', date: '2026-03-03' }, 0)
    receiveMail(db, { messageId: 'm2', type: 'mail.withdrawn', mailId: '2' }, 0)
    ${save}
    console.log(allNotes(db).map(({ id, topics }) => id + ' ' + topics).join())`,
  )
  expect(saved).toBe('mail-1 ,n1 export')
})

const LOCK_FOR_HALF_A_SECOND = `const db = new (require('node:sqlite').DatabaseSync)('notes.db')
  db.exec('BEGIN EXCLUSIVE')
  console.log('locked')
  setTimeout(() => db.exec('COMMIT'), 500)`

test.each([
  ['store.js', '08', `${noteCode('n2', 'Hello')}; console.log(allNotes(db).length)`, '2'],
  ['backup.js', '13', "console.log((await import('./backup.js')).backUp('notes.db', 'copy.db'))", 'ok, 1 notes, newest 2026-03-02'],
  ['the count of backup.js', '13', "console.log((await import('./backup.js')).facts('notes.db'))", 'ok, 1 notes, newest 2026-03-02'],
])('EDITION-01 %s waits while another program uses the file', async (_, session, use, printed) => {
  const output = await runCode(
    boardOf(session),
    `import { spawn } from 'node:child_process'
    import { once } from 'node:events'
    import { addNote, allNotes, openStore } from './store.js'
    const db = openStore('notes.db')
    ${noteCode('n1', 'Hello')}
    await once(spawn(process.execPath, ['-e', process.env.LOCK]).stdout, 'data')
    ${use}`,
    { LOCK: LOCK_FOR_HALF_A_SECOND },
  )
  expect(output).toBe(printed)
})

test('EDITION-01 health.js counts the mails of the mailbox, not the notes that a member typed', async () => {
  const failed = await runCode(
    boardOf('13'),
    `import { lookAtMails } from './health.js'
    import { addNote, openStore } from './store.js'
    const db = openStore('notes.db')
    const add = (id, author, createdAt) => addNote(db, { id, text: 'Hello', source: 'mail', date: '2026-03-02', author, createdAt })
    const look = () => console.log(lookAtMails(db, new Date('2026-03-06T10:00:00Z')).join())
    add('n1', 'Ana', '2026-03-06T09:00:00.000Z')
    look()
    add('mail-1', 'mailbox', '2026-03-02T09:00:00.000Z')
    look()
    add('mail-2', 'mailbox', '2026-03-05T09:00:00.000Z')
    look()`,
  )
  expect(failed.split('\n')).toEqual(['no mail has arrived yet', 'mails arrive'])
})

test('EDITION-01 health.js prints why a look failed', async () => {
  const code = `import { lookAtBoard, openHealth } from './health.js'
    import { openStore } from './store.js'
    const db = openStore(':memory:')
    openHealth(db)
    db.exec('PRAGMA query_only = ON')
    console.log(lookAtBoard(db))`
  const { stdout, stderr } = await node(boardOf('13'), ['--input-type=module', '-e', code])
  expect(stdout).toBe("[ 'notes can be saved' ]\n")
  expect(stderr).toBe('notes can be saved: attempt to write a readonly database\n')
})

test.each(['notes.db', 'notes.db-journal', 'notes.db.damaged-1772500000000', 'notes.db.damaged-1772500000000-journal'])(
  'EDITION-01 person.js finds a word in %s',
  async (name) => {
    const folder = boardOf('13')
    writeFileSync(path.join(folder, name), 'Mira: please call me back')
    writeFileSync(path.join(folder, 'other.db'), 'Tom asks for reminders')
    const code = `import { isInTheFiles } from './person.js'
      console.log(['mira', 'tom'].map((word) => isInTheFiles('notes.db', word)).join())`
    expect(await runCode(folder, code)).toBe('true,false')
  },
)

test.each(['08', '09', '10', '12', '13'])('EDITION-01 the board of session %s keeps the rules of check-rules.mjs', async (session) => {
  const folder = boardOf(session)
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const { stdout } = await node(folder, ['check-rules.mjs', ...files])
  expect(stdout).toBe(files.map((name) => `${name}: no rule is broken\n`).join(''))
  writeFileSync(path.join(folder, 'try.js'), "note.author = 'Ana'\nnote.createdAt = null\nnote.mood = 'angry'\n")
  expect((await node(folder, ['check-rules.mjs', 'try.js'])).stdout).toBe('try.js: line 3: only the agreed fields\n')
})

/** Stores a note about Mira in a board of session 13 and answers the questions of person.js. Returns its output and the texts of the notes. */
async function removeMira(list: string) {
  const folder = boardOf('13')
  const add = `import { addNote, openStore } from './store.js'
    addNote(openStore('notes.db'), { id: 'n1', text: 'Mira: too slow', source: 'call', date: '2026-03-02', author: 'Ana', topics: ['export'], createdAt: null })`
  await runCode(folder, add)
  const answers = ['Mira', 'yes', path.join(folder, 'export.json'), 'yes', list.replace('FOLDER', folder)]
  const child = spawn(process.execPath, ['person.js'], { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0' } })
  let stdout = ''
  child.stdout.on('data', (data) => {
    stdout += String(data)
    // each question ends with a space
    if (stdout.endsWith(' ')) child.stdin.write(`${answers.shift() ?? ''}\n`)
  })
  await once(child, 'close')
  const texts = await runCode(
    folder,
    `import { allNotes, openStore } from './store.js'
    console.log(allNotes(openStore('notes.db')).map(({ text }) => text).join())`,
  )
  return { status: child.exitCode, stdout, texts }
}

test('EDITION-01 person.js empties no text before it has written the list of removals', async () => {
  const { status, texts } = await removeMira('FOLDER/no-such-folder/removed.txt')
  expect([status, texts]).toEqual([1, 'Mira: too slow'])
})

test('EDITION-01 person.js prints the top topics of each month before and after a removal', async () => {
  const { stdout, texts } = await removeMira('FOLDER/removed.txt')
  expect(texts).toBe('(removed on request)')
  expect(stdout).toContain('Before:\n2026-03: export 1\nAfter:\n2026-03: export 1\nNo count has changed.\n')
})

test('EDITION-01 the server of session 13 removes what is past its date when it starts', async () => {
  const folder = boardOf('13')
  const cookie = `session=${await createSession(folder)}`
  const board = await serve(folder)
  await fetch(`${board}/notes`, { headers: { cookie } })
  await runCode(
    folder,
    `import { addNote, openStore } from './store.js'
    const db = openStore('notes.db')
    const add = (id, date, createdAt) => addNote(db, { id, text: 'Mira', source: 'call', date, author: 'Ana', createdAt })
    const now = Date.now()
    const ago = (days) => new Date(now - days * 86_400_000).toISOString()
    add('old', ago(366).slice(0, 10), null)
    add('typed today', '2020-03-02', ago(0))
    const received = db.prepare('INSERT INTO received (messageId, at) VALUES (?, ?)')
    received.run('old', ago(31))
    received.run('new', ago(29))
    db.prepare("INSERT INTO sessions (keyHash, email, expires) VALUES ('old', 'ana@board.example', ?)").run(Math.floor(now / 1000) - 1)`,
  )
  await serve(folder)
  const db = new DatabaseSync(path.join(folder, 'notes.db'), { readOnly: true })
  const rows = (sql: string) => db.prepare(sql).all()
  expect(rows('SELECT text FROM notes ORDER BY id')).toEqual([{ text: '(older than 12 months)' }, { text: 'Mira' }])
  expect(rows('SELECT messageId FROM received')).toEqual([{ messageId: 'new' }])
  expect(rows("SELECT count(*) AS count FROM sessions WHERE keyHash = 'old'")).toEqual([{ count: 0 }])
  expect(rows('SELECT count(*) AS count FROM sessions')).toEqual([{ count: 1 }])
  db.close()
})
