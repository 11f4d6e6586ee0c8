import { type CssNode, parse, type WalkContext, walk } from 'css-tree'
import { type ESTree, type Plugin, parseAst, type Rolldown } from 'vite'
import { features } from 'web-features'
import { oldestBrowsers } from './browsers.ts'
import { missingAllowed } from './missing-allowed.ts'

/** Fails the build when its scripts or styles use what the oldest browsers lack. */
export function browserSupport(): Plugin {
  return {
    name: 'academy:browser-support',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler(_options, bundle) {
        const found = new Map<string, string>()
        for (const file of Object.values(bundle)) {
          for (const key of newerIn(file)) found.set(key, file.fileName)
        }
        const lines = [...found].filter(([key]) => !(key in missingAllowed)).map(([key, file]) => `${key} in ${file}`)
        if (lines.length > 0) this.error(`Missing in the oldest browsers (build/browsers.ts):\n${lines.join('\n')}`)
        const unused = Object.keys(missingAllowed).filter((key) => !found.has(key))
        if (unused.length > 0) this.error(`No longer used, so not to be allowed in build/missing-allowed.ts:\n${unused.join('\n')}`)
      },
    },
  }
}

function newerIn(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  if (file.type === 'chunk') return newerInScript(file.code)
  if (file.fileName.endsWith('.css')) return newerInStyles(String(file.source))
  if (!file.fileName.endsWith('.html')) return []
  return [...String(file.source).matchAll(/<script>([\s\S]*?)<\/script>/g)].flatMap(([, script = '']) => newerInScript(script))
}

/** Whether the oldest browsers lack a feature, by its key in browser-compat-data. */
const isNewer = new Map<string, boolean>()
/** Keys by the name of the method, for calls on objects of unknown type. */
const keysByMethod = new Map<string, string[]>()
/** Interfaces whose methods are checked by name. Those of rare devices have names such as `to` and `get`, which other objects have as well. */
const INTERFACES =
  /^api\.(?:Document|Element|HTML\w*Element|Node|Window|Navigator|Scheduler|Range|Selection|Event|Animation|Blob|Request|Response)\./

for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue
  for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) {
    const newer = Object.entries(oldestBrowsers).some(([browser, version]) => isLower(version, support[browser as keyof typeof support]))
    isNewer.set(key, newer)
    const method = /^(?:api|javascript\.builtins)\.\w+\.(\w+)$/.exec(key)?.[1]
    if (method !== undefined && !key.endsWith('_static') && !isStaticBuiltin(key))
      keysByMethod.set(method, [...(keysByMethod.get(method) ?? []), key])
  }
}

function isLower(version: string, since: string | undefined): boolean {
  if (since === undefined) return true
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [sinceMajor = 0, sinceMinor = 0] = since.replace('≤', '').split('.').map(Number)
  return major < sinceMajor || (major === sinceMajor && minor < sinceMinor)
}

/** Keys of built-in objects do not say which methods are static, but Node has these objects. */
function isStaticBuiltin(key: string): boolean {
  const [, , name = '', method = ''] = key.split('.')
  if (!key.startsWith('javascript.')) return false
  const prototype = (Reflect.get(globalThis, name) as { prototype?: object } | undefined)?.prototype
  return !prototype || !(method in prototype)
}

/** Methods that return an iterator, whose own methods are newer than those of arrays. */
const RETURNS_ITERATOR = new Set(['values', 'keys', 'entries', 'matchAll'])

/** Returns the keys of classes, static members and called methods in a script that the oldest browsers lack. */
export function newerInScript(code: string): string[] {
  const found = new Set<string>()
  const add = (...keys: string[]) => {
    for (const key of keys) if (isNewer.get(key)) found.add(key)
  }
  visit(parseAst(code), (node) => {
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier')
      add(`api.${node.callee.name}`, `javascript.builtins.${node.callee.name}`)
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') add(`api.Window.${node.callee.name}`)
    const object = memberOf(node)
    if (object?.of.type === 'Identifier')
      add(`api.${object.of.name}.${object.name}_static`, `javascript.builtins.${object.of.name}.${object.name}`)
    const called = node.type === 'CallExpression' ? memberOf(node.callee) : undefined
    if (!called) return
    const inner = called.of.type === 'CallExpression' ? memberOf(called.of.callee) : undefined
    if (inner && RETURNS_ITERATOR.has(inner.name) && !(inner.of.type === 'Identifier' && inner.of.name === 'Object'))
      add(`javascript.builtins.Iterator.${called.name}`)
    // The type of the object is unknown: a name counts if no object of the oldest browsers has it.
    const keys = keysByMethod.get(called.name) ?? []
    if (keys.every((key) => isNewer.get(key))) add(...keys.filter((key) => key.startsWith('javascript.') || INTERFACES.test(key)))
  })
  return [...found]
}

function memberOf(node: ESTree.Node): { of: ESTree.Node; name: string } | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  return { of: node.object, name: node.property.name }
}

function visit(node: ESTree.Node, run: (node: ESTree.Node) => void): void {
  run(node)
  for (const child of Object.values(node).flat())
    if (child && typeof child === 'object' && 'type' in child) visit(child as ESTree.Node, run)
}

/** Returns the keys of what styles use outside of `@supports` and the oldest browsers lack. */
export function newerInStyles(css: string): string[] {
  const found = new Set<string>()
  const add = (key: string) => {
    if (isNewer.get(key)) found.add(key)
  }
  let supports = 0
  let property = ''
  walk(parse(css, { parseCustomProperty: true }), {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports') supports++
      if (supports > 0) return
      if (node.type === 'Atrule') add(`css.at-rules.${node.name}`)
      if (node.type === 'Feature') add(`css.at-rules.media.${node.name}`)
      if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector') add(`css.selectors.${node.name}`)
      if (node.type === 'NestingSelector') add('css.selectors.nesting')
      if (node.type === 'Declaration') {
        // The build adds prefixes where a browser needs one.
        const prefixed = `-webkit-${node.property}`
        const hasPrefix = this.block?.children.some((other) => other.type === 'Declaration' && other.property === prefixed)
        property = hasPrefix ? '' : node.property
        add(`css.properties.${property}`)
      }
      if (node.type === 'Identifier') add(`css.properties.${property}.${node.name}`)
      if (node.type === 'Function') for (const type of ['', 'color.', 'image.', 'length.']) add(`css.types.${type}${node.name}`)
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports') supports--
      if (node.type === 'Declaration') property = ''
    },
  })
  return [...found]
}
