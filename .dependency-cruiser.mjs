// The rules for imports. The name of each rule says what it demands.

/** Returns the rules for the layers of an app: each layer may import itself and the layers above it in the list. */
const layerRules = (app, layers) =>
  layers.slice(0, -1).map((layer, index) => ({
    name: `${app}-${layer.name}-imports-no-later-layer`,
    severity: 'error',
    from: { path: `^apps/${app}/src/${layer.path}` },
    to: { path: layers.slice(index + 1).map((later) => `^apps/${app}/src/${later.path}`) },
  }))

const apiLayers = [
  { name: 'config', path: 'config\\.ts$' },
  { name: 'database', path: 'database/' },
  { name: 'http', path: 'http/' },
  { name: 'plugins', path: 'plugins/' },
  { name: 'mail', path: 'mail/' },
  { name: 'billing-and-content', path: 'modules/(billing|content)/' },
  { name: 'courses', path: 'modules/courses/' },
  { name: 'modules', path: 'modules/(?!billing/|content/|courses/)' },
  { name: 'app', path: 'app\\.ts$' },
  { name: 'server', path: '(server\\.ts$|operator/)' },
]

/** What happened; what Stripe knows of it; what buyers meet; the endpoints. */
const billingLayers = [
  { name: 'facts', path: 'facts/' },
  { name: 'stripe', path: 'stripe/' },
  { name: 'checkout-plans-and-welcome', path: '(checkout|plans|welcome)/' },
  { name: 'routes', path: '[^/]+$' },
].map(({ name, path }) => ({ name: `billing-${name}`, path: `modules/billing/${path}` }))

/** HTML; what is stored; what is read, copied and found; what other modules read; pages as their authors wrote them; a sync; its administrator. */
const contentLayers = [
  { name: 'render', path: 'render/' },
  { name: 'mirror', path: 'mirror/' },
  { name: 'notion-files-and-search', path: '(notion|files|search)/' },
  { name: 'read', path: 'read/' },
  { name: 'pages', path: 'pages/' },
  { name: 'sync', path: 'sync/' },
  { name: 'admin', path: 'admin/' },
].map(({ name, path }) => ({ name: `content-${name}`, path: `modules/content/${path}` }))

const webLayers = [
  { name: 'base', path: '(env\\.ts$|pages\\.ts$|paths\\.ts$|ui/)' },
  { name: 'session', path: 'session/' },
  { name: 'api', path: 'api/' },
  { name: 'analytics', path: 'analytics/' },
  { name: 'account', path: 'account/' },
  { name: 'features', path: 'features/' },
  { name: 'app', path: 'app/' },
  { name: 'main', path: 'main\\.tsx$' },
]

/** Folder names that say nothing about what is inside. */
const vagueFolders = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'lib', 'misc'].map((word) => `/${word}/`)

export const options = {
  doNotFollow: { path: 'node_modules' },
  exclude: {
    path: '(/dist/|/dist-[^/]+/|/test-results/|/drizzle/meta/|^packages/sample-content/(project|courses|src/testing/independent-board)/)',
  },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.base.json' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
}

export default {
  forbidden: [
    { name: 'no-circular-imports', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|/)' } },
    ...layerRules('api', apiLayers),
    ...layerRules('api', billingLayers),
    ...layerRules('api', contentLayers),
    {
      name: 'modules-import-only-read-and-mirror-of-content',
      severity: 'error',
      from: { path: '^apps/api/src/modules/(?!content/)', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/api/src/modules/content/(?!read/|mirror/)' },
    },
    ...layerRules('web', webLayers),
    {
      name: 'api-modules-import-only-billing-content-and-courses',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/' },
      to: { path: '^apps/api/src/modules/(?!billing/|content/|courses/)', pathNot: '^apps/api/src/modules/$1/' },
    },
    {
      name: 'billing-and-content-import-no-other-module',
      severity: 'error',
      from: { path: '^apps/api/src/modules/(billing|content)/' },
      to: { path: '^apps/api/src/modules/', pathNot: '^apps/api/src/modules/$1/' },
    },
    {
      name: 'web-features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'testing-folders-are-for-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '(/testing/|\\.test\\.tsx?$|\\.config\\.ts$|^packages/e2e/)' },
      to: { path: '/testing/' },
    },
    {
      name: 'no-app-imports-another-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'catalog-and-sample-content-import-no-other-package',
      severity: 'error',
      from: { path: '^packages/(catalog|sample-content)/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'contract-imports-only-catalog',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(contract|catalog)/' },
    },
    {
      name: 'settings-import-only-catalog-and-contract',
      severity: 'error',
      from: { path: '^packages/settings/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(settings|catalog|contract)/' },
    },
    {
      name: 'client-imports-only-contract',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: '(/testing/|\\.test\\.ts$)' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(client|contract)/' },
    },
    {
      name: 'mcp-imports-only-client-catalog-and-contract',
      severity: 'error',
      from: { path: '^packages/mcp/' },
      to: {
        path: '^(apps|packages)/',
        pathNot:
          '^packages/(mcp|client|catalog|contract/src/(html-to-text|prompt-fields|prompt-template|control-characters|tutorial-steps|tutorial-markdown)\\.ts$)',
      },
    },
    {
      name: 'cli-imports-only-client-catalog-contract-and-mcp',
      severity: 'error',
      from: { path: '^packages/cli/', pathNot: '(/testing/|\\.test\\.ts$)' },
      to: {
        path: '^(apps|packages)/',
        pathNot:
          '^packages/(cli|client|mcp|catalog|contract/src/(fold-text|prompt-fields|prompt-template|require-node|session-checks|tag-list|token-scopes|tutorial-markdown)\\.ts$)',
      },
    },
    {
      name: 'standins-import-only-catalog-and-sample-content',
      severity: 'error',
      from: { path: '^packages/standins/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(standins|catalog|sample-content)/' },
    },
    {
      name: 'apps-import-no-development-packages',
      severity: 'error',
      from: { path: '^apps/', pathNot: '(/testing/|\\.test\\.tsx?$|\\.config\\.ts$)' },
      to: { path: '^packages/(standins|sample-content|operator|local|resilience|checks|e2e)/' },
    },
    {
      name: 'the-operators-command-line-imports-no-development-packages',
      severity: 'error',
      from: { path: '^packages/operator/', pathNot: '(/testing/|\\.test\\.ts$|\\.config\\.ts$)' },
      to: { path: '^packages/(standins|local|resilience|checks|e2e)/' },
    },
    {
      name: 'only-contract-routes-and-api-clients-import-ts-rest',
      comment: 'ts-rest is no longer developed; replacing it must stay a change of these files.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot:
          '(^packages/contract/|^packages/client/src/academy-client\\.ts$|^apps/api/src/http/contract-routes\\.ts$|^apps/web/src/api/|^apps/api/src/testing/|\\.test\\.ts$)',
      },
      to: { path: 'node_modules/@ts-rest/' },
    },
    { name: 'no-imports-from-folders-with-vague-names', severity: 'error', from: {}, to: { path: vagueFolders, pathNot: 'node_modules' } },
    { name: 'no-folders-with-vague-names', severity: 'error', from: { path: vagueFolders, pathNot: 'node_modules' }, to: {} },
    {
      name: 'no-undeclared-dependencies',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '\\.(css|woff2)$' },
    },
    {
      name: 'running-code-uses-no-dev-dependency',
      severity: 'error',
      // The client and the command line are published as bundles.
      from: { path: '^(apps|packages)/[^/]+/src', pathNot: '(/testing/|\\.test\\.tsx?$|^apps/web/|^packages/(e2e|client|cli)/)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options,
}
