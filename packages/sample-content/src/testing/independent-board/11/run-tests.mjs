import { execFile } from 'node:child_process'
import { json } from 'node:stream/consumers'

const happened = await json(process.stdin)
if (happened.stop_hook_active !== true) {
  execFile(process.execPath, ['--test', '--test-reporter', 'tap'], (problem, output) => {
    if (!problem) return
    const names = [...output.matchAll(/^ *not ok \d+ - (.*)$/gm)].map((line) => line[1])
    process.stderr.write(['The tests are red. Repair the cause, and change no test to make it pass.', ...names.slice(0, 20), ''].join('\n'))
    process.exitCode = 2
  })
}
