type Instruction = { name: string; rest: string }

/** A build stage: its base image, name and steps. */
export type Stage = { from: string; as: string | undefined; steps: Instruction[] }

/** Parses the subset of Dockerfile syntax that this repository uses: comments, continued lines and stages. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? []
    if (name === 'FROM') {
      const [, from = '', , as] = /^(\S+)(\s+AS\s+(\S+))?$/.exec(rest) ?? []
      stages.push({ from, as, steps: [] })
    } else stages.at(-1)?.steps.push({ name, rest })
  }
  return stages
}

/** Parses the exec form of a CMD, such as `["node", "x.js"]`, or of a HEALTHCHECK after its options. */
export const parseExecForm = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('['))) as string[]

export type Copy = { from: string | undefined; sources: string[]; target: string }

/** Parses the arguments of a COPY instruction. */
export function parseCopy(rest: string): Copy {
  const words = rest.split(/\s+/)
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const target = words.pop() ?? ''
  return { from, sources: words, target }
}

/** Parses the arguments of an ENV instruction into variables. */
export const parseEnv = (rest: string): Record<string, string> =>
  Object.fromEntries(
    rest.split(/\s+/).map((pair) => {
      const end = pair.indexOf('=')
      return [pair.slice(0, end), pair.slice(end + 1)]
    }),
  )
