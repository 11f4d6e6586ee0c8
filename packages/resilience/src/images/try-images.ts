import { access, chmod, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { apiEnvironment, findFreePorts, run } from '@academy/local'
import { CommandError, projectRoot } from '@academy/operator'
import { createDatabase, startStandins } from '@academy/standins'
import { startTemporaryPostgres } from '../with-postgres.ts'
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
export async function tryImages(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-images-'))
  // readable for the user of the images
  await chmod(folder, 0o755)
  const cleanUp: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const context = path.join(folder, 'context')
    await run('git', ['clone', '--quiet', projectRoot, context], { what: 'Cloning' })
    const images: Record<string, Image> = {}
    for (const [name, dockerfile] of Object.entries(DOCKERFILES)) {
      print(`builds ${dockerfile}`)
      const image = await buildImage(path.join(context, dockerfile), context, path.join(folder, name))
      images[name] = image
      const [total, own] = [await megabytes(image.folder), await megabytes(path.join(image.folder, 'dist'))]
      print(`  ${total} without the base image, ${own} of them without dependencies`)
    }
    const { api, web } = images
    if (!api || !web) throw new Error('An image is missing.')

    const server = await startTemporaryPostgres()
    cleanUp.push(server.remove)
    const ports = await findFreePorts()
    const webUrl = `http://127.0.0.1:${ports.web}`
    const standins = await startStandins({ databaseUrl: await createDatabase(server.url, 'standins'), siteUrl: webUrl })
    cleanUp.push(() => standins.stop())
    const databaseUrl = await createDatabase(server.url, 'academy')

    await runIn(api, ['node', 'dist/migrate.js'], { DATABASE_URL: databaseUrl })
    const runningApi = await startIn(api, { ...apiEnvironment({ ports, databaseUrl, webUrl, standins }), TRUST_PROXY: '1' })
    const upstreams = { API_UPSTREAM: `http://127.0.0.1:${ports.api}`, AUTH_UPSTREAM: `${standins.url}/auth/v1` }
    const settings = { VITE_ACADEMY_NAME: 'Academy of the images', VITE_AUTH_ANON_KEY: standins.anonKey }
    const runningWeb = await startIn(web, { PORT: String(ports.web), ...upstreams, ...settings })
    print(`the API is healthy after ${runningApi.startedInMs.toFixed(0)} ms, the web server after ${runningWeb.startedInMs.toFixed(0)} ms`)

    await requestFirstPage(webUrl)
    for (const image of [api, web]) await requireReadOnlyFiles(image)
    const codes = [await runningWeb.stop(), await runningApi.stop()]
    if (codes.some((code) => code !== 0)) throw new CommandError(`The images exited with ${codes.join(' and ')}, not 0.`)
    print('the web server serves pages, files, the API and the auth service; both images exit on SIGTERM')
  } finally {
    for (const step of cleanUp.reverse()) await step()
  }
}

/** Sends the first requests of a visitor's browser. Throws CommandError if a response is not as expected. */
async function requestFirstPage(webUrl: string): Promise<void> {
  const get = async (path: string) => {
    const response = await fetch(webUrl + path, { headers: { 'accept-encoding': 'br' } })
    const text = await response.text()
    if (!response.ok) throw new CommandError(`${path} responds with ${response.status}: ${text}`)
    return { text, headers: response.headers }
  }
  const page = await get('/login')
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page.text) ?? []
  const { headers } = await get(script)
  await get('/api/ready')
  await get('/api/geo')
  await get('/auth/v1/.well-known/jwks.json')
  const checks = {
    'the title of the page is the setting': page.text.includes('<title>Academy of the images</title>'),
    'the page has a Content-Security-Policy': page.headers.has('content-security-policy'),
    'files are compressed': headers.get('content-encoding') === 'br',
    'files are cached': headers.get('cache-control')?.includes('immutable') ?? false,
  }
  for (const [name, passed] of Object.entries(checks)) if (!passed) throw new CommandError(`This check failed: ${name}.`)
}

/** Throws CommandError if the user of an image can change its files. Compares owners only as root; otherwise this user owns the folders. */
async function requireReadOnlyFiles(image: Image): Promise<void> {
  if (image.user === 'root') throw new CommandError('An image runs as root.')
  await access(path.join(image.folder, 'package.json'), constants.R_OK)
  const { uid, mode } = await stat(path.join(image.folder, 'dist/server.js'))
  if (process.getuid?.() === 0 && (uid !== 0 || (mode & 0o022) !== 0)) throw new CommandError('An image could change its own files.')
}
