import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { command } from '../local/command.ts'
import { Problem } from '../local/problem.ts'
import { projectRoot } from '../local/settings.ts'
import { envFile, newDeployment } from '../settings-guide/env-file.ts'

await command(async () => {
  const [given = ''] = process.argv.slice(2)
  const { origin, protocol } = URL.parse(given) ?? {}
  if (origin === undefined || !/^https?:$/.test(protocol ?? ''))
    throw new Problem('Under which address will people reach the academy?\n\n  npx -y pnpm@10 env:new https://academy.example.com')
  try {
    // For its owner alone; one that is there may hold secrets that are in use.
    await writeFile(path.join(projectRoot, '.env'), envFile(newDeployment(origin)), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Problem('There is a .env already. Move it away first: its secrets may be in use.')
  }
  console.log('Wrote .env. Next: docker compose up -d --build --wait')
})
