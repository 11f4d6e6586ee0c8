// Runs a Node program that must not outlive the process that started it: see startNodeService.
import { pathToFileURL } from 'node:url'

const entry = process.argv[2]
if (!entry) throw new Error('The program to run is missing.')
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await import(pathToFileURL(entry).href)
