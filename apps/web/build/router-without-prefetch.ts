import type { Plugin } from 'vite'

const imported = 'FrameworkContext, PrefetchPageLinks, mergeRefs'

/**
 * Leaves out what react-router prefetches for links of its framework mode, which the academy does not use. Its `Link` belongs to the same module, so
 * the bundler keeps it. The build fails when that module imports it in another way.
 */
export function routerWithoutPrefetch(): Plugin {
  return {
    name: 'academy:router-without-prefetch',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/ },
      handler(code) {
        if (!code.includes(imported)) this.error('react-router imports PrefetchPageLinks in a new way: build/router-without-prefetch.ts')
        return { code: `${code.replace(imported, 'FrameworkContext, mergeRefs')}\nconst PrefetchPageLinks = () => null\n`, map: null }
      },
    },
  }
}
