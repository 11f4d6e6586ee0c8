import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '@academy/local'
import { parseCopy, parseDockerfile, parseEnv, parseExecForm, type Stage } from './dockerfile.ts'

/** An image on this machine: its folder, command and environment. */
export type Image = { folder: string; env: Record<string, string>; command: string[]; healthCheck: string[]; user: string }

/**
 * Runs the commands of a Dockerfile in folders instead of containers: `/srv/api` of a stage is `<folder>/<stage>/srv/api`. Uses this
 * machine's Node instead of the base image.
 * @param context the project folder that the builder gets.
 */
export async function buildImage(dockerfile: string, context: string, folder: string): Promise<Image> {
  const stages = parseDockerfile(await readFile(dockerfile, 'utf8'))
  let image: Image | undefined
  for (const [index, stage] of stages.entries()) image = await buildStage(stage, { context, folder, name: stage.as ?? String(index) })
  if (!image) throw new Error(`${dockerfile} has no stage.`)
  return image
}

async function buildStage(stage: Stage, { context, folder, name }: { context: string; folder: string; name: string }): Promise<Image> {
  const within = (stageName: string, place: string) => path.join(folder, stageName, place)
  const image: Image = { folder: within(name, '/'), env: {}, command: [], healthCheck: [], user: 'root' }
  let workdir = '/'
  for (const { name: step, rest } of stage.steps) {
    if (step === 'WORKDIR') {
      workdir = path.resolve(workdir, rest)
      await mkdir(within(name, workdir), { recursive: true })
      image.folder = within(name, workdir)
    } else if (step === 'COPY') {
      const { from, sources, target } = parseCopy(rest)
      const base = from === undefined ? context : within(from, '/')
      for (const source of sources)
        await cp(path.join(base, source), within(name, path.resolve(workdir, target)), { recursive: true, verbatimSymlinks: true })
    } else if (step === 'RUN') {
      // absolute paths in a command are those of the image
      const command = rest.replace(/(?<=\s)\/(srv|src)(?=\/|\s|$)/g, (place) => within(name, place))
      await run('sh', ['-c', `cd '${image.folder}' && ${command}`], { env: image.env, what: `RUN ${rest}` })
    } else if (step === 'ENV') Object.assign(image.env, parseEnv(rest))
    else if (step === 'USER') image.user = rest
    else if (step === 'CMD') image.command = parseExecForm(rest)
    else if (step === 'HEALTHCHECK') image.healthCheck = parseExecForm(rest)
    else if (step !== 'EXPOSE') throw new Error(`The instruction ${step} is not supported.`)
  }
  return image
}
