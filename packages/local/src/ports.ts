import { CommandError } from '@academy/operator'
import { isPortFree } from '@academy/standins'
import { type Ports, portsFrom } from './settings.ts'

/** Throws a CommandError that names every taken port, and says how to choose others. */
export async function requireFreePorts(ports: Partial<Ports>): Promise<void> {
  const taken: string[] = []
  for (const [part, port] of Object.entries(ports)) if (!(await isPortFree(port))) taken.push(`${port} (${part})`)
  if (taken.length === 0) return
  throw new CommandError(
    `${taken.length === 1 ? 'This port is' : 'These ports are'} in use: ${taken.join(', ')}.\n` +
      'If the academy is already running, use that one or stop it. Otherwise choose five other ports with ACADEMY_PORT,\n' +
      'for example: ACADEMY_PORT=4000 npx -y pnpm@10 start',
  )
}

const FIRST_PORT = 20_000
/** Linux takes the ports of outgoing connections from 32,768 on: a port from there may be taken between this check and its use. */
const END_PORT = 32_000

/** Returns five consecutive free ports, for runs beside another academy. */
export async function findFreePorts(): Promise<Ports> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = FIRST_PORT + Math.floor((Math.random() * (END_PORT - FIRST_PORT)) / 5) * 5
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => isPortFree(first + offset)))
    if (free.every(Boolean)) return portsFrom(first)
  }
  throw new CommandError(`No five free ports in a row were found between ${FIRST_PORT} and ${END_PORT}.`)
}
