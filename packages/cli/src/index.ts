#!/usr/bin/env node
import { runCli } from './run-cli.ts'

// the reader of a pipe may close it early, as `head` does
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runCli(process.argv.slice(2))
