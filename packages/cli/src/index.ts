#!/usr/bin/env node
import { requireNode } from '@academy/contract/require-node'
import manifest from '../package.json' with { type: 'json' }
import { EXIT } from './cli-error.ts'
import { runCli } from './run-cli.ts'

requireNode(manifest.engines.node)

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // the reader of a pipe may close it early, as `head` does
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(`Could not write the output: ${error.message}.\n`)
  process.exit(EXIT.error)
})

process.exitCode = await runCli(process.argv.slice(2))
