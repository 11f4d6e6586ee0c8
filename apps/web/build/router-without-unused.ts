import type { Plugin } from 'vite'

const imported = 'FrameworkContext, PrefetchPageLinks, mergeRefs'
const form = 'const Form = React$1.forwardRef('
const formName = 'Form.displayName = "Form";'

/**
 * Leaves out what react-router prefetches for links of its framework mode, and its `Form`, which the academy does not use. They stand in the module of
 * its `Link`, so the bundler keeps them. The build fails when that module has them in another way.
 */
export function routerWithoutUnused(): Plugin {
  return {
    name: 'academy:router-without-unused',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]lib\.js$/ },
      handler(code) {
        const missing = [imported, form, formName].find((part) => !code.includes(part))
        if (missing) this.error(`react-router has no “${missing}” any more: build/router-without-unused.ts`)
        const changed = code
          .replace(imported, 'FrameworkContext, mergeRefs')
          .replace(form, 'const Form = /* @__PURE__ */ React$1.forwardRef(')
          .replace(formName, '')
        return { code: `${changed}\nconst PrefetchPageLinks = () => null\n`, map: null }
      },
    },
  }
}
