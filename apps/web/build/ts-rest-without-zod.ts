import type { Plugin } from 'vite'

/**
 * Lets the bundler drop the copy of Zod 3 in ts-rest's core (11 kB gzip), which only deprecated schemas use. Both are created when the
 * module loads, so the bundler keeps them; this plugin wraps them in functions marked as pure. See decision 006.
 */
export function tsRestWithoutZod(): Plugin {
  return {
    name: 'academy:ts-rest-without-zod',
    apply: 'build',
    transform: {
      filter: { id: /@ts-rest[\\/]core[\\/]index\.esm\.mjs$/ },
      handler: (code) => ({ code: markZodPure(code), map: null }),
    },
  }
}

/** Zod's classes and the object that exports them. */
const zod = /^(class ParseStatus \{[\s\S]*?)^var z = (.*Object\.freeze\(\{[\s\S]*?^\}\));$/m
const schemas = /^const (\w+Schema\w*) = (z\.object\([\s\S]*?^\}\));$/gm

/** Returns code that creates Zod on first use. */
const onDemand = (_: string, classes: string, z: string) => `let made
const zod = () => (made ??= (() => {
${classes}
return { z: ${z}, ZodObject }
})())
const z = /* @__PURE__ */ (() => zod().z)()
const ZodObject = /* @__PURE__ */ (() => zod().ZodObject)()
`

/** Marks Zod as pure. Throws for an unknown version of ts-rest. */
export function markZodPure(code: string): string {
  const marked = code.replace(zod, onDemand).replace(schemas, 'const $1 = /* @__PURE__ */ (() => $2)();')
  if (marked.match(/@__PURE__/g)?.length !== 6) throw new Error('build/ts-rest-without-zod.ts does not support this version of ts-rest.')
  return marked
}
