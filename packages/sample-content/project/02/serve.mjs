import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

// The kinds of files that it hands out. Your brief and your keys are not among them.
const SCRIPT = 'text/javascript; charset=utf-8'
const KINDS = { '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': SCRIPT, '.mjs': SCRIPT }

/** Finds the file for an address. Answers nothing for what it must not hand out. */
async function fileFor(address) {
  const name = address === '/' ? 'index.html' : address.slice(1)
  // A slash or a percent sign would lead out of this folder.
  const inThisFolder = !name.includes('/') && !name.includes('%')
  const kind = KINDS[path.extname(name)]
  if (!inThisFolder || !kind) return undefined
  return { kind, bytes: await readFile(name).catch(() => undefined) }
}

export const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const file = await fileFor(pathname)
  if (file?.bytes) response.writeHead(200, { 'content-type': file.kind, 'cache-control': 'no-store' }).end(file.bytes)
  else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.')
})

const port = Number(process.argv[2] ?? 0)
// 127.0.0.1 is this machine: neighbors in the same network get no answer.
server.listen(port, '127.0.0.1', async () => {
  if (port !== 0) return console.log(`http://localhost:${port}/ (Ctrl+C stops it)`)

  // Without a port it tries itself out: one file that it has to send, and four that it must not.
  const trials = {
    'this very file': 'serve.mjs',
    'a page that is not there': 'no-such-page.html',
    'the brief': 'BRIEF.md',
    'a file in the folder above': '..%2Foutside.html',
    'a file in a folder below': 'away/page.html',
  }
  for (const [what, name] of Object.entries(trials)) {
    const { status } = await fetch(`http://127.0.0.1:${server.address().port}/${name}`)
    console.log(`${status} ${what}`)
  }
  server.close()
})
// Prints:
// 200 this very file
// 404 a page that is not there
// 404 the brief
// 404 a file in the folder above
// 404 a file in a folder below
