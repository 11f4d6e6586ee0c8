import { type RunningProcess, startProcess } from './start-process.ts'

/**
 * Refuses connections to other machines, in the process of the script. Node's permission model allows the network as a whole or not at all, so this
 * guards against mistakes; it is no sandbox against a script that means harm.
 */
const GUARD = `
import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
process.on('uncaughtException', (error) => {
  console.error(error?.cause?.message ?? error?.message ?? error)
  process.exit(1)
})
const refuse = () => {
  throw new Error('A check may connect to this machine only.')
}
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const { host = 'localhost', path } = Object(first) === first ? first : { host: typeof second === 'string' ? second : undefined }
  return path || !/^(localhost|127[.][0-9.]+|::1)$/.test(host) ? refuse() : connect.apply(this, args)
}
dgram.createSocket = refuse
for (const api of [dns, dns.promises]) for (const name of Object.keys(api)) if (/^(resolve|reverse|Resolver)/.test(name)) api[name] = refuse
syncBuiltinESMExports()
`

const FLAGS = process.allowedNodeEnvironmentFlags

/** Starts a script of the academy: it may read the folder of the project, and neither write files nor start programs. */
export const startScript = (code: string, cwd: string, variables: Record<string, string>): RunningProcess =>
  startProcess(
    {
      file: process.execPath,
      args: [
        '--no-warnings',
        // its name in Node before 22.13
        FLAGS.has('--permission') ? '--permission' : '--experimental-permission',
        `--allow-fs-read=${cwd}`,
        // Node 25 and newer deny the network without it
        ...(FLAGS.has('--allow-net') ? ['--allow-net'] : []),
        `--import=data:text/javascript,${encodeURIComponent(GUARD)}`,
        '--input-type=module',
        '-e',
        code,
      ],
    },
    { cwd, env: { ...variables, SystemRoot: process.env.SystemRoot } },
  )
