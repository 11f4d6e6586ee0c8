import { invalid } from './stripe-error.ts'

type Node = { [key: string]: Node | string }
type Form = { [key: string]: Form | Form[] | string | string[] }

const MAX_LEVELS = 10

// turns `a[b][0]` into a, b, 0
function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.replace(/\]/g, '').split('[')
  return [head, ...rest]
}

function setValue(root: Node, path: string[], value: string, name: string) {
  let node = root
  for (const [index, step] of path.entries()) {
    // `a[]` appends
    const key = step === '' ? String(Object.keys(node).length) : step
    if (index === path.length - 1) {
      node[key] = value
      return
    }
    const child = node[key] ?? Object.create(null)
    if (typeof child === 'string') throw invalid(`Invalid hash: ${name}`, path[0])
    node[key] = child
    node = child
  }
}

const isList = (keys: string[]) => keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key))

function toForm(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const keys = Object.keys(node)
  if (isList(keys)) return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => toForm(node[key] ?? ''))
  return Object.fromEntries(keys.map((key) => [key, toForm(node[key] ?? '')]))
}

/** Parses a body or query in Stripe's format: brackets make objects, or lists if all keys are numbers. Values stay strings. */
export function parseForm(encoded: string): Form {
  const root: Node = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = pathOf(name)
    if (path.length > MAX_LEVELS || path[0] === '') throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
    setValue(root, path, value, name)
  }
  const keys = Object.keys(root)
  return Object.fromEntries(keys.map((key) => [key, toForm(root[key] ?? '')])) as Form
}
