// A tool for tests: gives the answers that its folder FAKE_TOOL holds for prompts, which begin with FAKE_PROMPT, and for other requests, in their order,
// or does what they name.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const state = (name) => path.join(process.env.FAKE_TOOL, name)

const DO = {
  HANG: () => {
    // what the tool starts has to end with it
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    writeFileSync(state('started.new'), String(child.pid))
    renameSync(state('started.new'), state('started'))
    setInterval(() => {}, 1000)
  },
  FAIL: () => {
    console.error('You are not signed in.')
    process.exitCode = 3
  },
  FLOOD: () => process.stdout.write('x'.repeat(2 * 1024 * 1024)),
}

const input = await text(process.stdin)
const seen = { input, args: process.argv.slice(2), files: readdirSync('.'), cwd: process.cwd() }
writeFileSync(state('seen.json'), JSON.stringify(seen))
const file = state(input.startsWith(process.env.FAKE_PROMPT ?? 'PROMPT') ? 'prompt.json' : 'baseline.json')
const [answer, ...rest] = JSON.parse(readFileSync(file, 'utf8'))
writeFileSync(file, JSON.stringify(rest))
if (Object.hasOwn(DO, answer)) DO[answer]()
else process.stdout.write(answer)
