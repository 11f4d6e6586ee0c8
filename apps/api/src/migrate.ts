import { requireNode } from '@academy/contract/require-node'
import manifest from '../package.json' with { type: 'json' }

requireNode(manifest.engines.node)
const { runMigrate } = await import('./migrate-database.ts')
await runMigrate()
