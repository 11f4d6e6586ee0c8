import { execFile } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import { routes } from '../src/routes.ts'
import { bundleDeclarations } from './bundle-declarations.ts'

const run = promisify(execFile)
const projectRoot = path.resolve(import.meta.dirname, '../../..')
const routesFile = path.resolve(import.meta.dirname, '../src/routes.ts')

/** Replaces the module routes.ts by its value, because the module would include the contract's schemas. As a string it stays on one line. */
const inlineRoutes = (): Plugin => ({
  name: 'academy:inline-routes',
  load: (id) => (id === routesFile ? `export const routes = JSON.parse(String.raw\`${JSON.stringify(routes)}\`)` : undefined),
})

type Package = {
  /** The folder of the package in the workspace. */
  folder: string
  /** The folder to publish. It is emptied. */
  outDir: string
  /** Further fields of the published package.json. */
  manifest: Record<string, unknown>
  /** Whether the package is a library, which needs types. */
  hasTypes?: boolean
}

/** Writes the published files of a package: its bundled code, its types, package.json, README and license. */
export async function writePackage({ folder, outDir, manifest, hasTypes = false }: Package): Promise<void> {
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    plugins: [inlineRoutes()],
    // resolves the code for Node, not for browsers
    resolve: { conditions: ['node', 'module', 'import', 'default'] },
    build: {
      lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' },
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      rolldownOptions: { external: /^node:/ },
    },
  })
  if (hasTypes) {
    const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', 'tsconfig.declarations.json', '--outDir', path.join(outDir, 'types')], { cwd: folder })
    const types = path.join(outDir, 'index.d.ts')
    await bundleDeclarations(path.join(outDir, 'types'), types)
    await copyFile(types, path.join(outDir, 'index.d.cts'))
  }
  const { name, version, description, license, type, engines } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))
  const { homepage, repository } = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8'))
  const directory = path.relative(projectRoot, folder).replaceAll(path.sep, '/')
  const source = { homepage, repository: repository && { type: 'git', url: repository, directory } }
  const published = { name, version, description, license, type, engines, ...source, ...manifest }
  await writeFile(path.join(outDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await copyFile(path.join(folder, 'README.md'), path.join(outDir, 'README.md'))
  await copyFile(path.join(projectRoot, 'LICENSE'), path.join(outDir, 'LICENSE'))
}
