import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { command } from '../local/command.ts'
import { projectRoot } from '../local/settings.ts'
import { envFile } from '../settings-guide/env-file.ts'

await command(() => writeFile(path.join(projectRoot, '.env.example'), envFile()))
