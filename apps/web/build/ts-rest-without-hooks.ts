import type { Plugin } from 'vite'

const NAME = '\0ts-rest-without-hooks'

/** What ts-rest's client imports from TanStack Query for hooks and a provider of its own. */
const unused = `
const unused = () => { throw new Error('The hooks of ts-rest are not in the bundle: build/ts-rest-without-hooks.ts') }
export {
  unused as skipToken, unused as useInfiniteQuery, unused as useMutation, unused as usePrefetchInfiniteQuery, unused as usePrefetchQuery,
  unused as useQueries, unused as useQuery, unused as useQueryClient, unused as useSuspenseInfiniteQuery, unused as useSuspenseQueries,
  unused as useSuspenseQuery,
}
`

/**
 * Leaves out the hooks of ts-rest, which the app does not use (decision 006). They belong to its client, so the bundler keeps them, and with them the
 * hooks of TanStack Query for lists in pages, several queries and Suspense. The build fails when the client imports more of them.
 */
export function tsRestWithoutHooks(): Plugin {
  return {
    name: 'academy:ts-rest-without-hooks',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@tanstack\/react-query$/ },
      handler: (_, importer) => (importer && /@ts-rest[\\/]react-query[\\/]/.test(importer) ? NAME : undefined),
    },
    load: {
      filter: { id: /ts-rest-without-hooks$/ },
      handler: () => unused,
    },
  }
}
