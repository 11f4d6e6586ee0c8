import { requireNode } from '@academy/contract/require-node'
import manifest from '../package.json' with { type: 'json' }

requireNode(manifest.engines.node)
await import('./serve.ts')
