import type { Plugin } from 'vite'

/**
 * Lets the bundler leave out the copy of Zod 3 inside ts-rest's core (11 kB gzip), which serves nothing but deprecated schemas of
 * validation errors. Both are made when the module loads, and a bundler keeps what might have an effect: here they are put into functions
 * that are marked as having none. What anything refers to stays, and works as before. See decision 006.
 */
export function tsRestWithoutZod(): Plugin {
  return {
    name: 'academy:ts-rest-without-zod',
    apply: 'build',
    transform: {
      filter: { id: /@ts-rest[\\/]core[\\/]index\.esm\.mjs$/ },
      handler: (code) => ({ code: withoutEffects(code), map: null }),
    },
  }
}

/** The classes of Zod, and the object that collects them. */
const zod = /^(class ParseStatus \{[\s\S]*?)^var z = (.*Object\.freeze\(\{[\s\S]*?^\}\));$/m
const schemas = /^const (\w+Schema\w*) = (z\.object\([\s\S]*?^\}\));$/gm

/** As a function that makes Zod when it is first asked for: only what is used asks. */
const onDemand = (_: string, classes: string, z: string) => `let made
const zod = () => (made ??= (() => {
${classes}
return { z: ${z}, ZodObject }
})())
const z = /* @__PURE__ */ (() => zod().z)()
const ZodObject = /* @__PURE__ */ (() => zod().ZodObject)()
`

/** The same module, whose Zod goes when nobody asks for it. Throws when this is another ts-rest than the one it was written for. */
export function withoutEffects(code: string): string {
  const marked = code.replace(zod, onDemand).replace(schemas, 'const $1 = /* @__PURE__ */ (() => $2)();')
  if (marked.match(/@__PURE__/g)?.length !== 6)
    throw new Error('The core of ts-rest is not the one that build/ts-rest-without-zod.ts knows.')
  return marked
}
