import { access, chmod, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { apiEnvironment, findFreePorts, portsFrom, run } from '@academy/local'
import { CommandError, projectRoot } from '@academy/operator'
import { createDatabase, removePostgres, startPostgres, startStandins } from '@academy/standins'
import { buildImage, type Image } from './build-image.ts'
import { runIn, startIn } from './run-image.ts'

const DOCKERFILES = { api: 'apps/api/Dockerfile', web: 'apps/web-server/Dockerfile' } as const

async function megabytes(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(path.join(file.parentPath, file.name)))
  const bytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
  return `${(bytes / 1e6).toFixed(0)} MB`
}

/**
 * Tests the images on a machine without Docker: builds both Dockerfiles in a fresh clone of the last commit, and runs them as an ordinary user with
 * a production environment, against an embedded Postgres and the stand-ins.
 */
export async function tryImages(say: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-images-'))
  // readable for the user of the images
  await chmod(folder, 0o755)
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const context = path.join(folder, 'context')
    await run('git', ['clone', '--quiet', projectRoot, context], { what: 'Cloning' })
    const images: Record<string, Image> = {}
    for (const [name, dockerfile] of Object.entries(DOCKERFILES)) {
      say(`builds ${dockerfile}`)
      const image = await buildImage(path.join(context, dockerfile), context, path.join(folder, name))
      images[name] = image
      say(`  ${await megabytes(image.folder)} without the base image; ${await megabytes(path.join(image.folder, 'dist'))} of it are ours`)
    }
    const { api, web } = images
    if (!api || !web) throw new Error('An image is missing.')

    const dataFolder = path.join(folder, 'postgres')
    const server = await startPostgres({ dataFolder, durable: false })
    undo.push(() => removePostgres(dataFolder), server.stop)
    const ports = portsFrom(await findFreePorts())
    const webUrl = `http://127.0.0.1:${ports.web}`
    const standins = await startStandins({ databaseUrl: await createDatabase(server.url, 'standins'), siteUrl: webUrl })
    undo.push(() => standins.stop())
    const databaseUrl = await createDatabase(server.url, 'academy')

    await runIn(api, ['node', 'dist/migrate.js'], { DATABASE_URL: databaseUrl })
    const runningApi = await startIn(api, { ...apiEnvironment({ ports, databaseUrl, webUrl, standins }), TRUST_PROXY: '1' })
    const upstreams = { API_UPSTREAM: `http://127.0.0.1:${ports.api}`, AUTH_UPSTREAM: `${standins.url}/auth/v1` }
    const settings = { VITE_ACADEMY_NAME: 'Academy of the images', VITE_AUTH_ANON_KEY: standins.anonKey }
    const runningWeb = await startIn(web, { PORT: String(ports.web), ...upstreams, ...settings })
    say(`the API is healthy after ${runningApi.startedInMs.toFixed(0)} ms, the web server after ${runningWeb.startedInMs.toFixed(0)} ms`)

    await look(webUrl)
    for (const image of [api, web]) await requireUntouchable(image)
    const codes = [await runningWeb.stop(), await runningApi.stop()]
    if (codes.some((code) => code !== 0)) throw new CommandError(`They ended with ${codes.join(' and ')}, not 0.`)
    say('pages, files, the API and the auth service answer through the web server; both end when told to')
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** The first requests of a visitor's browser. */
async function look(webUrl: string): Promise<void> {
  const ask = async (where: string) => {
    const answer = await fetch(webUrl + where, { headers: { 'accept-encoding': 'br' } })
    const text = await answer.text()
    if (!answer.ok) throw new CommandError(`${where} answers ${answer.status}: ${text}`)
    return { text, headers: answer.headers }
  }
  const page = await ask('/login')
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page.text) ?? []
  const { headers } = await ask(script)
  await ask('/api/ready')
  await ask('/api/geo')
  await ask('/auth/v1/.well-known/jwks.json')
  const found = {
    'the name is in the page': page.text.includes('<title>Academy of the images</title>'),
    'the page has a policy': page.headers.has('content-security-policy'),
    'files come compressed': headers.get('content-encoding') === 'br',
    'files are kept': headers.get('cache-control')?.includes('immutable') ?? false,
  }
  for (const [what, holds] of Object.entries(found)) if (!holds) throw new CommandError(`It does not hold that ${what}.`)
}

/** Checks that the user of an image cannot change its files. Requires root; other users own the folders. */
async function requireUntouchable(image: Image): Promise<void> {
  if (image.user === 'root') throw new CommandError('An image runs as root.')
  await access(path.join(image.folder, 'package.json'), constants.R_OK)
  const { uid, mode } = await stat(path.join(image.folder, 'dist/server.js'))
  if (process.getuid?.() === 0 && (uid !== 0 || (mode & 0o022) !== 0)) throw new CommandError('An image could change its own files.')
}
